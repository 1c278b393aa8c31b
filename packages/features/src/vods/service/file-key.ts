export const keyOf = (recordingId: string): string => `vods/${recordingId}.mp4`;
