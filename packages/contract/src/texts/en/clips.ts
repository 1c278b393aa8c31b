export const clips = {
  command: 'Show the newest clips of a creator',
  title: 'Newest clips · {name}',
  none: 'No clips in the last day.',
  moment: 'in the recording',
  download: 'download',
  elsewhere: 'Clips exist on Kick and Twitch.',
} as const;
