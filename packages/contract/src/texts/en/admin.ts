export const admin = {
  flagsSet: 'It is saved.',
  banned: 'They can no longer use the service.',
  banEnded: 'They can use the service again.',
  personViewed: 'A staff member viewed your account',
  personViewedText:
    'They can see your name, servers and plan, but not your e-mail address. Your data export lists every view.',
  emailShown: 'Somebody of the staff looked at your e-mail address',
  emailShownText: 'The reason they gave: {reason}',
} as const;
