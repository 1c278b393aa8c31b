import { aboutPlatforms, type Platform } from '@tally/contract/platforms/words';
import { Lamp } from '../../ui/lamp.tsx';

export interface MessageWords {
  readonly ping: string;
  readonly content: string;
  readonly title: string;
  readonly category: string;
  readonly categoryName: string;
  readonly button: string;
}

/** Draws a message in Discord's dark theme, with Discord's own colors. */
export function Message({
  platform,
  words,
  app,
  today,
}: {
  platform: Platform;
  words: MessageWords;
  app: string;
  today: string;
}) {
  return (
    <figure className="flex gap-3.5 rounded-card bg-[#313338] p-4 text-[#dbdee1]">
      <span
        aria-hidden
        className="flex size-9 shrink-0 items-center justify-center rounded-full bg-[#1e1f22] ring-2 ring-red ring-offset-2 ring-offset-[#313338]"
      >
        <Lamp size={18} />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2">
          <span className="font-semibold text-white">{app}</span>
          <span className="rounded-[4px] bg-[#4752c4] px-1 text-[10px] text-white leading-[15px]">{'APP'}</span>
          <span className="text-[#a3a6aa] text-small">{today}</span>
        </div>
        <p>
          <span className="rounded-[3px] bg-[#3c4270] px-0.5 text-[#dee0fc]">{words.ping}</span> {words.content}
        </p>
        <div
          className="mt-2 max-w-[420px] rounded-[4px] border-s-4 bg-[#2b2d31] p-3.5"
          style={{ borderInlineStartColor: aboutPlatforms[platform].colour }}
        >
          <div className="font-semibold text-[#00a8fc]">{words.title}</div>
          <div className="mt-1.5 text-small">
            <span className="block font-semibold text-white">{words.category}</span>
            {words.categoryName}
          </div>
        </div>
        <span className="mt-2 inline-flex h-8 items-center rounded-[4px] bg-[#4e5058] px-4 font-medium text-small text-white">
          {words.button}
        </span>
      </div>
    </figure>
  );
}
