export const admin = {
  flagsSet: 'It is saved.',
  banned: 'They can no longer use the service.',
  banEnded: 'They can use the service again.',
  emailShown: 'Somebody of the staff looked at your e-mail address',
  emailShownText: 'The reason they gave: {reason}',
} as const;
