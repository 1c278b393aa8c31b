/** Messages that a page can show once as a toast, by `?notice=…` in its address. */
export const notices = ['api-down', 'login-failed', 'login-cancelled', 'invite-declined'] as const;
export type Notice = (typeof notices)[number];

export const withNotice = (notice: Notice, path = '/') => `${path}${path.includes('?') ? '&' : '?'}notice=${notice}`;
