/** A real form post: the server ends the session, and the new page starts with an empty memory. */
export function logOut(): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = '/logout';
  document.body.append(form);
  form.submit();
}
