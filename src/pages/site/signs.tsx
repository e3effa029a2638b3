/** The marks of a site: its logo, and its icons and colour in windows. Contract 26.8. */
import type { Face, Logo } from './face.js';
import { appleIconOf } from './icon.js';

interface NameOf {
  name: string;
  logo: Logo | null;
  /** → the path of an asset by its name. */
  asset: (name: string) => string;
}

type SignsOf = Pick<Face, 'icons' | 'color'> & Pick<NameOf, 'asset'> & { manifest: string };

/** The logo of the site, else its name. */
export function Name({ name, logo, asset }: NameOf) {
  if (!logo) return <bdi>{name}</bdi>;
  const { width, height, dark } = logo;
  const light = <img class="logo" src={asset(logo.name)} alt={name} {...{ width, height }} />;
  if (!dark) return light;
  return (
    <picture>
      <source
        media="(prefers-color-scheme: dark)"
        srcset={asset(dark.name)}
        {...{ width: dark.width, height: dark.height }}
      />
      {light}
    </picture>
  );
}

/** The icon of the tab, of home screens, and the colour of the window. */
export function Signs({ icons, color, asset, manifest }: SignsOf) {
  const [icon, apple] = [icons[0], appleIconOf(icons)];
  return (
    <>
      {color && <meta name="theme-color" content={color} />}
      {icon && <link rel="icon" type={icon.type} href={asset(icon.name)} />}
      {apple && <link rel="apple-touch-icon" href={asset(apple.name)} />}
      <link rel="manifest" href={manifest} />
    </>
  );
}
