// Keeps the screen on while it is shown at the desk, if the browser can.
const keepOn = () => navigator.wakeLock?.request('screen').catch(() => {});
document.addEventListener('visibilitychange', () => document.hidden || keepOn());
keepOn();
