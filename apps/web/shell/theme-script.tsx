/** Where the choice is remembered; without one the system decides. */
export const THEME_KEY = 'theme';

// Runs before the first paint, so that no theme flashes. It must stay free of imports.
const code = `(function(){var t=null;try{t=localStorage.getItem(${JSON.stringify(THEME_KEY)})}catch(e){t=null}
if(t!=="light"&&t!=="dark")t=matchMedia("(prefers-color-scheme: light)").matches?"light":"dark";
document.documentElement.dataset.theme=t})()`;

export function ThemeScript({ nonce }: { nonce: string | undefined }) {
  // Browsers hide a nonce once it was used, which looks like a difference to React.
  // oxlint-disable-next-line react/no-danger -- the text above is a constant
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: code }} />;
}
