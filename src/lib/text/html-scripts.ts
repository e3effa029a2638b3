/** The scripts of a page of HTML, which often contain data. Memory is bounded by a script. */
import { Parser } from 'htmlparser2';

/** A script. */
export interface Script {
  /** Where its text begins, from 1. */
  line: number;
  /** Null: it is too long, or the page is nested too deep to be read on. */
  text: string | null;
}

/** Deepest nesting of a page: the parser keeps the tags that are open in a list. */
const DEPTH_MAX = 10_000;
/** How much is read before the nesting is looked at, characters. */
const PIECE_CHARS = 32 * 1024;

/** → takes a page in pieces, and gives the scripts of a type that end in each. */
export function openScripts(ofType: RegExp, charsMax: number) {
  let ended: Script[] = [];
  let open: Script | null = null;
  let piece = '';
  let [begin, linesBefore] = [0, 1];
  let depth = 0;
  const parser = new Parser({
    onopentag(name, { type = '' }) {
      depth += 1;
      if (depth === DEPTH_MAX) ended.push({ line: linesBefore, text: null });
      const isOfType = name === 'script' && ofType.test(type);
      const before = piece.slice(0, Math.max(0, parser.endIndex + 1 - begin));
      open = isOfType ? { line: linesBefore + newlinesIn(before), text: '' } : null;
    },
    ontext(text) {
      if (open?.text == null) return;
      open.text = open.text.length + text.length > charsMax ? null : open.text + text;
    },
    onclosetag(name) {
      if (depth < DEPTH_MAX) depth -= 1;
      if (name === 'script' && open) ended.push(open);
      open = null;
    },
  });
  const take = (): Script[] => {
    const scripts = ended;
    ended = [];
    return scripts;
  };
  return {
    take(text: string): Script[] {
      for (let at = 0; at < text.length && depth < DEPTH_MAX; at += PIECE_CHARS) {
        piece = text.slice(at, at + PIECE_CHARS);
        parser.write(piece);
        begin += piece.length;
        linesBefore += newlinesIn(piece);
      }
      return take();
    },
    end(): Script[] {
      if (depth < DEPTH_MAX) parser.end();
      return take();
    },
  };
}

const newlinesIn = (text: string): number => text.split('\n').length - 1;
