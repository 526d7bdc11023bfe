// The page's side of the engine: workers that run it, and answers as promises.

// unpack returns the bytes that an element of the page holds.
async function unpack(id) {
	try {
		const stream = new Blob([bytesOf(document.getElementById(id).textContent.trim())]).stream().pipeThrough(new DecompressionStream("gzip"));
		return new Uint8Array(await new Response(stream).arrayBuffer());
	} catch {
		throw new Error(t("damaged", {part: id}));
	}
}

// bytesOf reads Ascii85, in which a v stands for a less-than sign: 5 digits for 4 bytes, or a z for 4 zeros. At the end are fewer.
function bytesOf(text) {
	const bytes = [];
	let word = 0, digits = 0;
	const put = n => {
		for (let i = 0; i < n; i++) {
			bytes.push(Math.floor(word / 256 ** (3 - i)) % 256);
		}
		word = digits = 0;
	};
	for (const c of text) {
		const digit = c === "v" ? 27 : c.charCodeAt(0) - 33;
		if (c === "z" && digits === 0) {
			put(4);
			continue;
		}
		if (!(digit >= 0 && digit < 85)) {
			throw new Error("no digit: " + c);
		}
		word = word * 85 + digit;
		if (++digits === 5) {
			put(4);
		}
	}
	if (digits > 0) {
		const n = digits - 1;
		for (; digits < 5; digits++) {
			word = word * 85 + 84;
		}
		put(n);
	}
	return new Uint8Array(bytes);
}

const workerURL = URL.createObjectURL(new Blob([document.getElementById("worker").textContent], {type: "text/javascript"}));

const patience = 10; // seconds for an answer
const patient = ["find", "large"]; // what may take longer

// Engine is one worker. A search has an engine of its own, so that it never keeps the page waiting.
class Engine {
	constructor(bytes) {
		this.broken = ""; // why it does not answer any more
		this.worker = new Worker(workerURL);
		this.worker.onerror = event => this.fail(event.message);
		this.worker.onmessage = ({data: {answer, progress, broken}}) => {
			if (progress) return this.progress(progress);
			if (answer === undefined) return this.fail(broken);
			this.begun = true;
			this.done(answer);
		};
		this.turn = this.send({engine: bytes});
	}

	// send gives the worker a message. The promise is its answer.
	send(message) {
		return new Promise(done => {
			this.done = done;
			this.worker.postMessage(message);
		});
	}

	fail(why) {
		this.give(this.begun ? t("engine.broken", {why: short(why) || t("engine.ended")}) : t("damaged", {part: "engine"}));
	}

	give(why) {
		this.broken = why;
		this.end();
		this.done({problem: why});
	}

	// ask sends a request (stage.Request) when those before it are answered, and returns a promise of the answer.
	ask(request, progress = () => {}) {
		this.turn = this.turn.then(async () => {
			if (this.broken) return {problem: this.broken};
			this.progress = progress;
			if (!patient.includes(request.do)) this.late = setTimeout(() => this.give(t("engine.slow", {n: patience})), patience * 1000);
			const answer = await this.send({request});
			clearTimeout(this.late);
			return answer;
		});
		return this.turn;
	}

	end() {
		clearTimeout(this.late);
		this.worker.terminate();
	}
}
