// The last page of an evening: whoever takes the device up again is told when the next one has begun.
const look = () => document.hidden || location.reload();
document.addEventListener("visibilitychange", look);
window.addEventListener("pageshow", ({ persisted }) => persisted && look());
