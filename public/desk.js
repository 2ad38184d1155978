// Keeps the phone's screen on while the desk screen is shown, if the browser supports it.
const keepOn = () => navigator.wakeLock?.request('screen').catch(() => {});
document.addEventListener('visibilitychange', () => document.hidden || keepOn());
keepOn();
