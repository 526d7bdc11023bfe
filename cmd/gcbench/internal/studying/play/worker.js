// The worker's side: it starts the engine, and answers one request after the other.

let answer = null;
globalThis.halfmarkReady = () => {
	answer = globalThis.halfmarkAnswer;
	postMessage({answer: {}});
};

async function begin(bytes) {
	const go = new Go();
	const {instance} = await WebAssembly.instantiate(bytes, go.importObject);
	go.run(instance).then(() => postMessage({broken: ""}), problem => postMessage({broken: problem.message}));
}

onmessage = async ({data}) => {
	try {
		if (data.engine) await begin(data.engine);
		else postMessage({answer: JSON.parse(answer(JSON.stringify(data.request), text => postMessage({progress: JSON.parse(text)})))});
	} catch (problem) {
		postMessage(data.engine ? {broken: problem.message} : {answer: {problem: problem.message}});
	}
};
