/** Messages that `?notice=…` in a page's URL shows once as a toast. */
export const notices = ['api-down', 'login-failed', 'login-cancelled', 'invite-declined'] as const;
export type Notice = (typeof notices)[number];

export const withNotice = (notice: Notice, path = '/') => `${path}${path.includes('?') ? '&' : '?'}notice=${notice}`;
