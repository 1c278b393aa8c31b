/** Serves i.ytimg.com and yt3.ggpht.com: pictures of videos and channels, drawn on request. */
import { paintPortrait, paintStage } from '../platform/pictures/scenes.ts';
import { type Answer, answerPicture, answerText, type Names, type Route } from './call.ts';
import { findVideo, isLive, type YoutubeWorld } from './world.ts';

const file = /^(default|mqdefault|hqdefault|sddefault|maxresdefault)(_live)?\.jpg$/;
const missing = (): Answer => answerText(404, 'Not found');

export function fileRoutes(world: YoutubeWorld): Route[] {
  const get = (path: string, run: (names: Names) => Answer): Route => ({
    method: 'GET',
    path,
    run: (_, names) => run(names),
  });
  return [
    get('/cdn/vi/:id/:file', ({ id = '', file: name = '' }) => showPicture(world, id, name)),
    get('/cdn/ytc/:id', ({ id = '' }) => {
      const creator = world.creators.get(id);
      return creator ? answerPicture(paintPortrait(creator.title)) : missing();
    }),
  ];
}

/** The picture of a stream changes while its URL stays. Not every video has the largest one. */
function showPicture(world: YoutubeWorld, id: string, name: string): Answer {
  const [, size, live] = file.exec(name) ?? [];
  const video = findVideo(world, id)?.video;
  if (!video || !size || (size === 'maxresdefault' && !video.hasLargePicture)) return missing();
  if (live && !isLive(video)) return missing();
  const runningMs = live && video.startedAt ? world.doors.now().getTime() - video.startedAt.getTime() : 0;
  const hue = (Number(video.categoryId) * 47) % 360;
  return answerPicture(paintStage({ key: id, hue, minute: Math.max(0, Math.floor(runningMs / 60_000)) }));
}
