/** Data that error reports must not contain. By default, the tracker would send cookies, headers and bodies. */
export const reportPrivacy = {
  userInfo: false,
  cookies: false,
  httpHeaders: false,
  httpBodies: [],
  urlQueryParams: false,
} as const;
