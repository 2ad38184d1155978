// A page that the browser kept for its Back button may be of somebody who has logged out since: it is asked for anew.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});
