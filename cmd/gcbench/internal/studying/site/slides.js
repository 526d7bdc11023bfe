// The left and the right arrow go from slide to slide.
addEventListener("keydown", event => {
	const step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
	if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target.closest("pre, .scroll")) return;
	const slides = [...document.querySelectorAll(".slide")];
	const top = slide => slide.getBoundingClientRect().top; // some pixels at the slide that is shown
	const to = step > 0 ? slides.find(slide => top(slide) > 40) : slides.findLast(slide => top(slide) < -10);
	if (!to) return;
	event.preventDefault();
	to.scrollIntoView();
});
