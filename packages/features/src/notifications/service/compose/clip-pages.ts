import type { Ctx, Video } from '@tally/kernel';

declare module '@tally/kernel' {
  interface Feature {
    /** Download pages of these clips, by id. Exactly one feature (clips) provides them. */
    readonly clipPages?: (ctx: Ctx, clips: readonly Video[]) => Promise<ReadonlyMap<string, string>>;
  }
}

/** The same videos, with a download page for clips that have one. */
export async function withClipPages(ctx: Ctx, videos: readonly Video[]): Promise<readonly Video[]> {
  const clips = videos.filter(({ kind }) => kind === 'clip');
  const asked = clips.length > 0 && ctx.features.find(({ clipPages }) => clipPages)?.clipPages;
  if (!asked) return videos;
  const pages = await asked(ctx, clips);
  return videos.map((video) => {
    const downloadUrl = video.kind === 'clip' ? pages.get(video.id) : undefined;
    return downloadUrl === undefined ? video : { ...video, downloadUrl };
  });
}
