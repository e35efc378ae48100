// Checks that every relative link in a Markdown file points to an existing file, and to a heading in it.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const NOT_OURS = new Set(['node_modules', 'dist', 'coverage', '.git', '.data', '.stack', '.cache']);
const FENCE = /^(?:`{3,}|~{3,})/;
const INLINE_CODE = /`[^`\n]*`/g;
const INLINE_LINK = /\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g;
const REFERENCE = /^\[[^\]]+\]:\s+<?([^\s>]+)/gm;
const OUTSIDE = /^([a-z][a-z0-9+.-]*:|\/\/)/i;

const files = markdownFiles();
const faults = files.flatMap(faultsOf);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);

function markdownFiles(folder = '') {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : markdownFiles(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

function faultsOf(file) {
  const text = withoutCode(read(file));
  const targets = [...text.matchAll(INLINE_LINK), ...text.matchAll(REFERENCE)].map(([, to]) => to);
  return targets
    .filter((target) => !OUTSIDE.test(target))
    .flatMap((target) => {
      const problem = problemWith(file, decodeURI(target));
      return problem ? [`${file}: ${target} ${problem}`] : [];
    });
}

function problemWith(file, target) {
  const [path, heading] = target.split('#');
  const absolute =
    path === '' ? join(ROOT, file) : join(ROOT, path[0] === '/' ? '' : dirname(file), path);
  if (relative(ROOT, absolute).startsWith('..')) return 'leads out of the repository';
  if (!existsSync(absolute)) return 'does not exist';
  if (!heading || !absolute.endsWith('.md') || statSync(absolute).isDirectory()) return undefined;
  return headingsOf(relative(ROOT, absolute)).has(heading) ? undefined : 'has no such heading';
}

// Like GitHub: lower case, no punctuation, dashes for spaces, a counter for duplicates.
function headingsOf(file) {
  const anchors = new Set();
  const text = withoutFences(read(file));
  for (const [, title] of text.matchAll(/^#{1,6} (.+)$/gm)) {
    const words = title
      .trim()
      .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
      .toLowerCase();
    const anchor = words.replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-');
    let unique = anchor;
    for (let repeat = 1; anchors.has(unique); repeat += 1) unique = `${anchor}-${repeat}`;
    anchors.add(unique);
  }
  return anchors;
}

function withoutCode(text) {
  return withoutFences(text).replace(INLINE_CODE, '');
}

function withoutFences(text) {
  let open = null;
  const kept = text.split('\n').filter((line) => {
    const [fence] = FENCE.exec(line) ?? [];
    if (fence === undefined) return open === null;
    if (open === null) open = fence;
    else if (line.startsWith(open)) open = null;
    return false;
  });
  return kept.join('\n');
}

function read(file) {
  return readFileSync(join(ROOT, file), 'utf8');
}
