"""The ink of an object on a page: what is drawn or printed of it."""

# Gives a page the function `ink`: the box around the ink of some elements and of all in them.
INK = """() => {
    const hasEdge = ({ borderTopWidth, backgroundColor }) =>
        parseFloat(borderTopWidth) > 0 || backgroundColor !== 'rgba(0, 0, 0, 0)';
    const isInk = (one) => !one.childElementCount || hasEdge(getComputedStyle(one));
    const isSeen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    window.ink = (found) => {
        const all = found.flatMap((one) => [one, ...one.querySelectorAll('*')]);
        const boxes = all.filter((one) => isInk(one) && isSeen(one)).map((one) => one.getBoundingClientRect());
        const least = (side) => Math.min(...boxes.map((box) => box[side]));
        const most = (side) => Math.max(...boxes.map((box) => box[side]));
        return { left: least('left'), top: least('top'), right: most('right'), bottom: most('bottom') };
    };
}"""
