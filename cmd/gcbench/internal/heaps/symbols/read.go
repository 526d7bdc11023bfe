package symbols

import (
	"debug/elf"
	"debug/macho"
	"debug/pe"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
)

// errNoProgram is about a file of no format that is known.
var errNoProgram = errors.New("it is not a program: give the file of the program that wrote the dump (ELF, Mach-O or PE)")

// read returns the symbols of the program at path.
func read(path string) ([]symbol, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, errors.Unwrap(err) // the caller names the file
	}
	defer f.Close()
	magic := make([]byte, 4)
	if _, err := io.ReadFull(f, magic); err != nil {
		return nil, errNoProgram
	}
	reader := readELF
	switch {
	case string(magic) == elf.ELFMAG:
	case string(magic[:2]) == "MZ":
		reader = readPE
	case isMachO(magic):
		reader = readMachO
	default:
		return nil, errNoProgram
	}
	all, err := reader(f)
	if err != nil {
		return nil, fmt.Errorf("its symbols cannot be read: %w", err)
	}
	return all, nil
}

func readELF(f *os.File) ([]symbol, error) {
	program, err := elf.NewFile(f)
	if err != nil {
		return nil, err
	}
	table, err := program.Symbols()
	if err != nil && !errors.Is(err, elf.ErrNoSymbols) {
		return nil, err
	}
	var all []symbol
	for _, s := range table {
		if s.Section != elf.SHN_UNDEF && elf.ST_TYPE(s.Info) != elf.STT_FUNC && elf.ST_TYPE(s.Info) != elf.STT_TLS {
			all = append(all, symbol{s.Name, s.Value, s.Size})
		}
	}
	return all, nil
}

func isMachO(magic []byte) bool {
	return slices.Contains([]string{"\xcf\xfa\xed\xfe", "\xce\xfa\xed\xfe", "\xfe\xed\xfa\xcf", "\xfe\xed\xfa\xce"}, string(magic))
}

func readMachO(f *os.File) ([]symbol, error) {
	program, err := macho.NewFile(f)
	if err != nil {
		return nil, err
	}
	var all []symbol
	if program.Symtab == nil {
		return nil, nil
	}
	for _, s := range program.Symtab.Syms {
		const debugging = 0xe0 // the bits of N_STAB
		if s.Type&debugging == 0 && s.Sect != 0 {
			all = append(all, symbol{s.Name, s.Value, 0})
		}
	}
	return all, nil
}

func readPE(f *os.File) ([]symbol, error) {
	program, err := pe.NewFile(f)
	if err != nil {
		return nil, err
	}
	base := uint64(0)
	switch header := program.OptionalHeader.(type) {
	case *pe.OptionalHeader32:
		base = uint64(header.ImageBase)
	case *pe.OptionalHeader64:
		base = header.ImageBase
	}
	var all []symbol
	for _, s := range program.Symbols {
		if n := int(s.SectionNumber); n > 0 && n <= len(program.Sections) {
			all = append(all, symbol{s.Name, base + uint64(program.Sections[n-1].VirtualAddress) + uint64(s.Value), 0})
		}
	}
	return all, nil
}
