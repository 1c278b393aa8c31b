/** Structured data of a page for search engines. It runs no code, and its text cannot close the element. */
export function JsonLd({ about }: { about: Readonly<Record<string, unknown>> }) {
  const text = JSON.stringify({ '@context': 'https://schema.org', ...about }).replaceAll('<', '\\u003c');
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />;
}
