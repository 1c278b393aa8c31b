/** Returns a moment of silence with a sound track. Browsers let it play exactly when they would let a video play. */
function silence(): string {
  const samples = 800;
  const bytes = new Uint8Array(44 + samples).fill(0x80);
  const view = new DataView(bytes.buffer);
  const write = (at: number, text: string): void => bytes.set(new TextEncoder().encode(text), at);
  // http://soundfile.sapp.org/doc/WaveFormat/: one channel, 8,000 samples per second, 8 bits
  write(0, 'RIFF');
  view.setUint32(4, 36 + samples, true);
  write(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, 8_000, true);
  view.setUint32(28, 8_000, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  write(36, 'data');
  view.setUint32(40, samples, true);
  return `data:audio/wav;base64,${btoa(String.fromCharCode(...bytes))}`;
}

/** True if this frame may play with sound: after a gesture, by `allow="autoplay"`, or by permission. */
export async function maySound(): Promise<boolean> {
  try {
    const audio = new Audio(silence());
    await audio.play();
    audio.pause();
    return true;
  } catch (error) {
    // Other errors mean that the machine cannot play sound.
    return !(error instanceof DOMException && error.name === 'NotAllowedError');
  }
}
