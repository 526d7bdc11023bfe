// The worker's side: it starts the engine, and answers one request after the other.

let answer = null;
globalThis.halfmarkReady = () => {
	answer = globalThis.halfmarkAnswer;
	postMessage({ready: true});
};

onmessage = async ({data}) => {
	if (data.engine) {
		const go = new Go();
		const {instance} = await WebAssembly.instantiate(data.engine, go.importObject);
		go.run(instance);
		return;
	}
	const progress = text => postMessage({number: data.number, progress: JSON.parse(text)});
	postMessage({number: data.number, answer: JSON.parse(answer(JSON.stringify(data.request), progress))});
};
