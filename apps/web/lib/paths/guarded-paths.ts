const guarded = ['/dashboard', '/select', '/settings', '/admin', '/manage-subscription', '/premium/checkout'];

/** Pages that make no sense without a login. The API decides what a person may see; this only saves a detour. */
export const needsLogin = (path: string): boolean =>
  guarded.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
