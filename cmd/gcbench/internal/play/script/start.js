// A placeholder of the page.
async function start() {
	const bytes = await unpack("engine");
	const engine = new Engine(bytes);
	const answer = await engine.ask({do: "view", link: "theft", schedule: "a3b4a"});
	const pre = document.createElement("pre");
	pre.textContent = JSON.stringify(answer, null, 1);
	document.getElementById("play").append(pre);
	document.body.dataset.ready = "true";
}
start();
