/** The scripts of a page of HTML, as data is written in them. Memory is bounded by one of them. */
import { Parser } from 'htmlparser2';

/** A script. */
export interface Script {
  /** Where its text begins, from 1. */
  line: number;
  /** Null: it is too long. */
  text: string | null;
}

/** → takes a page in pieces, and gives the scripts of a type that end in each. */
export function openScripts(ofType: RegExp, charsMax: number) {
  let ended: Script[] = [];
  let open: Script | null = null;
  let piece = '';
  let [begin, linesBefore] = [0, 1];
  const parser = new Parser({
    onopentag(name, { type = '' }) {
      const isOfType = name === 'script' && ofType.test(type);
      const before = piece.slice(0, Math.max(0, parser.endIndex + 1 - begin));
      open = isOfType ? { line: linesBefore + newlinesIn(before), text: '' } : null;
    },
    ontext(text) {
      if (open?.text == null) return;
      open.text = open.text.length + text.length > charsMax ? null : open.text + text;
    },
    onclosetag(name) {
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
      piece = text;
      parser.write(text);
      begin += text.length;
      linesBefore += newlinesIn(text);
      return take();
    },
    end(): Script[] {
      parser.end();
      return take();
    },
  };
}

const newlinesIn = (text: string): number => text.split('\n').length - 1;
