// The page's side of the engine: workers that run it, and answers as promises.

// unpack returns the bytes that an element of the page holds.
async function unpack(id) {
	try {
		const bytes = Uint8Array.from(atob(document.getElementById(id).textContent.trim()), c => c.charCodeAt(0));
		const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
		return new Uint8Array(await new Response(stream).arrayBuffer());
	} catch {
		throw new Error(t("damaged", {part: id}));
	}
}

const workerURL = URL.createObjectURL(new Blob([document.getElementById("worker").textContent], {type: "text/javascript"}));

const patience = 10; // seconds for an answer
const patient = ["find", "large"]; // what may take longer

// Engine is one worker. A search has an engine of its own, so that it never keeps the page waiting.
class Engine {
	constructor(bytes) {
		this.waiting = new Map();
		this.number = 0;
		this.begun = false;
		this.broken = ""; // why it does not answer any more
		this.late = 0; // the timer of the request that is carried out
		this.worker = new Worker(workerURL);
		this.ready = new Promise((resolve, reject) => {
			this.worker.onerror = event => this.fail(event.message, reject);
			this.worker.onmessage = ({data}) => {
				if (data.ready) {
					this.begun = true;
					return resolve();
				}
				if (data.broken !== undefined) return this.fail(data.broken, reject);
				const request = this.waiting.get(data.number);
				if (!request) return; // it came too late
				if (data.progress) return request.progress(data.progress);
				this.waiting.delete(data.number);
				this.hurry();
				request.done(data.answer);
			};
		});
		this.worker.postMessage({engine: bytes});
	}

	fail(why, reject) {
		this.give(this.begun ? t("engine.broken", {why: short(why) || t("engine.ended")}) : t("damaged", {part: "engine"}));
		reject(new Error(this.broken));
	}

	// give ends all that waits for an answer.
	give(why) {
		this.broken = why;
		for (const {done} of this.waiting.values()) done({problem: why});
		this.waiting.clear();
		this.end();
	}

	// hurry gives the oldest request its time. Requests are carried out one after the other, so those
	// behind it have theirs later.
	hurry() {
		clearTimeout(this.late);
		const [first] = this.waiting.values();
		if (first && !patient.includes(first.what)) this.late = setTimeout(() => this.give(t("engine.slow", {n: patience})), patience * 1000);
	}

	// ask sends a request (stage.Request), and returns a promise of the answer.
	async ask(request, progress = () => {}) {
		await this.ready;
		if (this.broken) return {problem: this.broken};
		return new Promise(done => {
			this.waiting.set(++this.number, {done, progress, what: request.do});
			this.worker.postMessage({number: this.number, request});
			if (this.waiting.size === 1) this.hurry();
		});
	}

	end() {
		clearTimeout(this.late);
		this.worker.terminate();
	}
}
