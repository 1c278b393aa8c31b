/** What error reports never carry: the tracker's own defaults would send cookies, headers and bodies. */
export const reportPrivacy = {
  userInfo: false,
  cookies: false,
  httpHeaders: false,
  httpBodies: [],
  urlQueryParams: false,
} as const;
