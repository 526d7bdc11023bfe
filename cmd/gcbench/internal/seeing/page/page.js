"use strict";
(() => {
	// A command can be copied where the browser lets a page do so.
	for (const button of document.querySelectorAll(".command button")) {
		const code = button.parentElement.querySelector("code");
		button.hidden = false;
		button.addEventListener("click", async () => {
			try {
				await navigator.clipboard.writeText(code.textContent);
				button.textContent = "Copied";
			} catch {
				getSelection().selectAllChildren(code);
				button.textContent = "Selected";
			}
			setTimeout(() => { button.textContent = "Copy"; }, 2000);
		});
	}
	// Paper cannot be unfolded. What is folded for its length has charts or headings, and stays so.
	let opened = [];
	addEventListener("beforeprint", () => {
		opened = [...document.querySelectorAll("details:not([open], :has(svg, h3))")];
		for (const d of opened) d.open = true;
	});
	addEventListener("afterprint", () => {
		for (const d of opened) d.open = false;
	});
})();
