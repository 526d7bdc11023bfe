// Lines of the printed forms that are wrong, and can be repaired.

function drawSwitches() {
	const {switches = []} = game.view.about;
	byId("repairs").hidden = switches.length === 0;
	put("switches", switches.map(({bit, says, on}) => el("label", {class: "switch"},
		el("input", {type: "checkbox", id: "switch-" + bit, checked: on, onchange: () => flip([bit])}), says)));
}

// flip changes lines, and replays the schedule with them as far as it goes.
function flip(bits) {
	return move(async () => {
		const {about} = game.view;
		let set = 0;
		for (const one of about.switches) if (one.on !== bits.includes(one.bit)) set |= one.bit;
		const link = about.name + "~" + (set >>> 0);
		const view = await look(link, game.all);
		const at = game.at;
		await go(view.link, game.all, at);
		say(repaired(game.view.about) ? t("repaired", {at: game.at}) : t("flipped", {at: game.at}), game.note, outcome(game.view));
	});
}
