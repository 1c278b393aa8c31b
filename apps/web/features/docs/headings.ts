/** HTML of ours in which every heading is a link to itself, so that somebody can hand it on. */
export const linkHeadings = (html: string): string =>
  html.replace(/<h([23]) id="([^"]+)">(.*?)<\/h\1>/g, '<h$1 id="$2"><a class="heading-link" href="#$2">$3</a></h$1>');
