const guarded = ['/dashboard', '/select', '/settings', '/admin', '/manage-subscription', '/premium/checkout'];

/** True for pages that need a login. The API enforces access; this only saves a detour. */
export const needsLogin = (path: string): boolean =>
  guarded.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
