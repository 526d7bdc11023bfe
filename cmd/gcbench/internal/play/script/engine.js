// The page's side of the engine: workers that run it, and answers as promises.

// unpack returns the bytes that an element of the page holds.
async function unpack(id) {
	const bytes = Uint8Array.from(atob(document.getElementById(id).textContent.trim()), c => c.charCodeAt(0));
	const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
	return new Uint8Array(await new Response(stream).arrayBuffer());
}

const workerURL = URL.createObjectURL(new Blob([document.getElementById("worker").textContent], {type: "text/javascript"}));

// Engine is one worker. A search has an engine of its own, so that it never keeps the page waiting.
class Engine {
	constructor(bytes) {
		this.waiting = new Map();
		this.number = 0;
		this.worker = new Worker(workerURL);
		this.ready = new Promise((resolve, reject) => {
			this.worker.onerror = event => reject(new Error(event.message));
			this.worker.onmessage = ({data}) => {
				if (data.ready) return resolve();
				if (data.broken) return reject(new Error(data.broken));
				const {resolve: done, progress} = this.waiting.get(data.number);
				if (data.progress) return progress(data.progress);
				this.waiting.delete(data.number);
				done(data.answer);
			};
		});
		this.worker.postMessage({engine: bytes});
	}

	// ask sends a request (stage.Request), and returns a promise of the answer.
	async ask(request, progress = () => {}) {
		await this.ready;
		return new Promise(resolve => {
			this.waiting.set(++this.number, {resolve, progress});
			this.worker.postMessage({number: this.number, request});
		});
	}

	end() { this.worker.terminate(); }
}
