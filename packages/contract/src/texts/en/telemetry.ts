export const telemetry = {
  noted: 'Noted, thank you.',
  overlayMade: 'A Kick profile picture overlay was made',
};
