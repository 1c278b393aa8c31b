/** Adds a shareable link to every heading. `anchors` replace the generated ones. */
export function linkHeadings(html: string, anchors: readonly string[]): string {
  let at = 0;
  return html.replace(/<h([23]) id="([^"]+)">(.*?)<\/h\1>/g, (_, level: string, own: string, text: string) => {
    const id = anchors[at++] ?? own;
    return `<h${level} id="${id}"><a class="heading-link" href="#${id}">${text}</a></h${level}>`;
  });
}
