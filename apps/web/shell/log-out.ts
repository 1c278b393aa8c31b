/** Submits a real form: the server ends the session, and the new page starts with empty caches. */
export function logOut(): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = '/logout';
  document.body.append(form);
  form.submit();
}
