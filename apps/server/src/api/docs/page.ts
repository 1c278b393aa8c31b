import type { OpenApiDocument, Operation } from './openapi.ts';
import type { JsonSchema } from './schemas.ts';

/**
 * Draws the documentation as one static page from the OpenAPI document. It works without its script, which only filters
 * and remembers the theme.
 */
export function drawDocs(document: OpenApiDocument): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const homes = document.tags.map(({ name }) => ({
    name,
    calls: calls.filter((call) => call.operation.tags[0] === name),
  }));
  const title = escape(document.info.title);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${title}</title>
<link rel="stylesheet" href="/docs/page.css">
<script src="/docs/page.js" defer></script>
</head>
<body>
<header>
<h1><span class="lamp" aria-hidden="true"></span>${title}</h1>
<label class="search">Search <input type="search" id="search" placeholder="path, name or word" autocomplete="off"></label>
<button type="button" id="theme">Theme</button>
<a href="/openapi.json">openapi.json</a>
</header>
<main>
<p>${prose(document.info.description)}</p>
<p id="found" role="status">${calls.length} calls</p>
${homes.map(drawHome).join('\n')}
<section id="schemas"><h2>Schemas</h2>
${Object.entries(document.components['schemas'] ?? {})
  .map(drawSchema)
  .join('\n')}
</section>
</main>
</body>
</html>
`;
}

function drawHome(home: {
  name: string;
  calls: readonly { method: string; path: string; operation: Operation }[];
}): string {
  if (home.calls.length === 0) return '';
  const calls = home.calls.map(({ method, path, operation }) => drawCall(method, path, operation)).join('\n');
  return `<section data-home="${escape(home.name)}"><h2>${escape(home.name)}</h2>\n${calls}\n</section>`;
}

function drawCall(method: string, path: string, operation: Operation): string {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const words = `${method} ${path} ${operationId} ${summary} ${description}`.toLowerCase();
  return `<details id="${escape(operationId)}" data-words="${escape(words)}">
<summary><code class="method">${method.toUpperCase()}</code> <code>${escape(path)}</code> <span>${prose(summary)}</span></summary>
<p>${prose(description)} <code>${escape(operationId)}</code></p>
${parameters.length > 0 ? `<table><thead><tr><th>Where</th><th>Name</th><th>Shape</th></tr></thead><tbody>${parameters.map(drawParameter).join('')}</tbody></table>` : ''}
${requestBody ? `<h3>Body</h3>${json(requestBody['content'])}` : ''}
<h3>Answer</h3>${json(responses['200']?.['content'])}
<p>Refusals: ${Object.keys(responses)
    .filter((code) => Number(code) >= 400)
    .map((code) => `<code>${code}</code>`)
    .join(' ')}</p>
</details>`;
}

const drawParameter = (parameter: JsonSchema): string =>
  `<tr><td>${escape(String(parameter['in']))}</td><td><code>${escape(String(parameter['name']))}</code>${parameter['required'] === true ? '' : ' (optional)'}</td><td>${json(parameter['schema'])}</td></tr>`;

const drawSchema = ([name, schema]: [string, JsonSchema]): string =>
  `<details id="schema-${escape(name)}" data-words="${escape(name.toLowerCase())}"><summary><code>${escape(name)}</code></summary>${json(schema)}</details>`;

/** Returns a schema as text. Names of other schemas are links. */
function json(value: unknown): string {
  const text = escape(JSON.stringify(value, null, 2) ?? '');
  return `<pre tabindex="0">${text.replace(/#\/components\/schemas\/([\w.-]+)/g, '<a href="#schema-$1">$1</a>')}</pre>`;
}

const prose = (text: string): string => escape(text).replace(/`([^`]+)`/g, '<code>$1</code>');

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
