import type { FileHints } from './content.pure.ts';

// Source: the rules for files of the interface.
const TAKEN = /^(?:image|audio|text)\/|^application\/(?:pdf|json)$/;

/** The accepted types, for a sentence. */
export const TAKEN_TYPES = 'image/*, audio/*, text/*, application/pdf and application/json';

/** Whether files of this type are accepted. */
export function isTakenType(contentType: string): boolean {
  return TAKEN.test(contentType);
}

// A type, a slash and a subtype of the characters that RFC 6838, section 4.2 allows.
const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,62}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/;

/** The type alone, in lower case and without parameters; null if it is invalid. */
export function bareType(contentType: string): string | null {
  const [bare = ''] = contentType.split(';');
  const type = bare.trim().toLowerCase();
  return MEDIA_TYPE.test(type) ? type : null;
}

/** The parts of a text needed to detect its type. */
export interface TextSample {
  /** Its start, without a byte order mark; the whole text if `isWhole`. */
  readonly head: string;
  readonly isWhole: boolean;
  /** The last character that is not white space, if it is ASCII. */
  readonly last: string;
}

const PLAIN = 'text/plain';

// Binary formats whose files may be ASCII only.
const MAGIC: readonly (readonly [string, string])[] = [
  ['%PDF-', 'application/pdf'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
];

// The starts that browsers sniff as HTML. Source: the MIME Sniffing Standard, section 7.1.
const HTML =
  /^(?:<!--|<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[\s>])/i;
const XML = /^<\?xml[\s?]/i;
// What may precede the root of a document: white space, processing instructions, comments and declarations.
const IN_FRONT_OF_ROOT = /\s+|<\?[^>]*>|<!--[^]*?-->|<!(?!--)[^>[]*(?:\[[^\]]*\]\s*)?>/y;
const SVG_ROOT = /<(?:[a-z][\w.-]*:)?svg[\s/>]/iy;

const BY_EXTENSION: Readonly<Record<string, string>> = {
  css: 'text/css',
  csv: 'text/csv',
  htm: 'text/html',
  html: 'text/html',
  ics: 'text/calendar',
  js: 'text/javascript',
  md: 'text/markdown',
  mjs: 'text/javascript',
  tsv: 'text/tab-separated-values',
  vcf: 'text/vcard',
  vtt: 'text/vtt',
  xml: 'text/xml',
};

/**
 * The type of a text. Types that a browser could execute are detected by content, whatever the name. Only harmless
 * texts use the declared type, then the extension.
 */
export function findTextType({ head, isWhole, last }: TextSample, hints: FileHints): string {
  const magic = MAGIC.find(([beginning]) => head.startsWith(beginning));
  if (magic) return magic[1];
  const start = head.trimStart();
  if (hasSvgRoot(start)) return 'image/svg+xml';
  if (XML.test(start)) return 'text/xml';
  if (HTML.test(start)) return 'text/html';
  if (isJson(start, { isWhole, last })) return 'application/json';
  return typeByHints(hints);
}

/** Consumes one item at a time and never backtracks: the inside of a comment is never matched as something else. */
function hasSvgRoot(text: string): boolean {
  let root = 0;
  for (;;) {
    IN_FRONT_OF_ROOT.lastIndex = root;
    if (!IN_FRONT_OF_ROOT.test(text)) break;
    root = IN_FRONT_OF_ROOT.lastIndex;
  }
  SVG_ROOT.lastIndex = root;
  return SVG_ROOT.test(text);
}

/** Long ones are not parsed: matching brackets at both ends are enough. */
function isJson(start: string, { isWhole, last }: Omit<TextSample, 'head'>): boolean {
  if (!['{}', '[]'].includes(start.charAt(0) + last)) return false;
  if (!isWhole) return true;
  try {
    JSON.parse(start);
    return true;
  } catch {
    return false;
  }
}

function typeByHints({ contentType, filename }: FileHints): string {
  const declared = bareType(contentType ?? '');
  if (declared?.startsWith('text/') && declared !== PLAIN) return declared;
  const extension = /\.([a-z]+)$/i.exec(filename ?? '')?.[1]?.toLowerCase() ?? '';
  return BY_EXTENSION[extension] ?? PLAIN;
}
