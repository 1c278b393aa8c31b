// Runs before the first paint and sets theme, sidebar width and dismissed banner, so nothing flashes or moves. It is
// text, because it must not depend on the bundle. Its keys match `lib/remembered.ts` and `first-paint.ts`; a test
// compares them.
export const firstPaintCode = `(function(d,s,t){
function get(k){try{return s.getItem(k)}catch(e){return null}}
try{s=localStorage}catch(e){s={getItem:function(){return null}}}
t=get("theme");
d.theme=t==="light"||t==="dark"?t:matchMedia("(prefers-color-scheme: light)").matches?"light":"dark";
d.sidebar=get("sidebar-collapsed")==="true"?"collapsed":"open";
d.promo=get("youtube-promo-dismissed")==="true"?"dismissed":"shown";
})(document.documentElement.dataset)`;

export function FirstPaintScript({ nonce }: { nonce: string | undefined }) {
  // Browsers hide a used nonce, which looks like a mismatch to React.
  // oxlint-disable-next-line react/no-danger -- the text above is a constant
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: firstPaintCode }} />;
}
