// The worker's side: it starts the engine, and answers one request after the other.

let answer = null;
globalThis.halfmarkReady = () => {
	answer = globalThis.halfmarkAnswer;
	postMessage({ready: true});
};

async function begin(bytes) {
	const go = new Go();
	const {instance} = await WebAssembly.instantiate(bytes, go.importObject);
	go.run(instance).then(() => postMessage({broken: ""}), problem => postMessage({broken: problem.message}));
}

onmessage = async ({data}) => {
	const progress = text => postMessage({number: data.number, progress: JSON.parse(text)});
	try {
		if (data.engine) await begin(data.engine);
		else postMessage({number: data.number, answer: JSON.parse(answer(JSON.stringify(data.request), progress))});
	} catch (problem) {
		postMessage(data.engine ? {broken: problem.message} : {number: data.number, answer: {problem: problem.message}});
	}
};
