/**
 * A link to a part of the page makes an entry in the history that the router does not know. The router would stay on
 * the next page when a person goes back to that entry, so the entry is made known to it.
 */
window.addEventListener('hashchange', () => {
  if (window.history.state === null) window.history.replaceState(null, '', window.location.href);
});
