export const telemetry = {
  noted: 'Noted, thank you.',
};
