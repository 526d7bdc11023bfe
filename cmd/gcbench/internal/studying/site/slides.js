// The left and the right arrow go from slide to slide.
addEventListener("keydown", event => {
	const step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
	if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target.closest("pre, .scroll")) return;
	const slides = [...document.querySelectorAll(".slide")];
	const tops = slides.map(slide => Math.round(slide.getBoundingClientRect().top));
	const to = step > 0 ? slides.find((_, i) => tops[i] > 10) : slides.findLast((_, i) => tops[i] < -10);
	if (!to) return;
	event.preventDefault();
	to.scrollIntoView();
});
