// The words of the page stand in texts.json.

const texts = JSON.parse(document.getElementById("texts").textContent);

// t is the sentence of a key. {name} in the sentence stands for a value. Where the value n is
// 1, and there is a sentence of the key with .one behind it, it is that one.
function t(key, values = {}) {
	const one = texts[key + ".one"];
	const sentence = values.n === 1 && one !== undefined ? one : texts[key];
	return sentence.replace(/\{(\w+)\}/g, (_, name) => shown(values[name]));
}

// shown is a value in a sentence: numbers have their thousands apart.
const shown = value => typeof value === "number" ? value.toLocaleString("en") : String(value);
