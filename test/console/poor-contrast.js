/** Runs in a page: the texts with less contrast than WCAG AA asks for. */
(() => {
	const parts = (color) => (color.match(/[\d.]+/g) ?? []).map(Number);
	const luminance = (color) => {
		const [r, g, b] = parts(color).map((part) => {
			const share = part / 255;
			return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
		});
		return 0.2126 * r + 0.7152 * g + 0.0722 * b;
	};
	const backdrop = (element) => {
		if (!element) return 'rgb(255, 255, 255)';
		const color = getComputedStyle(element).backgroundColor;
		return parts(color)[3] === 0 ? backdrop(element.parentElement) : color;
	};
	const poor = [];
	for (const element of document.querySelectorAll('body *')) {
		const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
		if (!own || element.closest('.skip') || !element.checkVisibility()) continue;
		const colors = [getComputedStyle(element).color, backdrop(element)].map(luminance);
		const ratio = (Math.max(...colors) + 0.05) / (Math.min(...colors) + 0.05);
		if (ratio < 4.5) poor.push(`${element.textContent.slice(0, 30)}: ${ratio.toFixed(2)}`);
	}
	return poor;
})();
