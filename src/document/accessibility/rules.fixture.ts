/** For each rule, markup that passes, markup that fails, and markup that it does not apply to. */
export interface RuleCases {
  readonly passes?: readonly string[]
  readonly fails?: readonly string[]
  readonly skips?: readonly string[]
  readonly unsure?: readonly string[]
}

const list = (...cases: string[]) => cases

export const CASES: Readonly<Record<string, RuleCases>> = {
  'image-alt': {
    passes: list(
      '<img alt=Tide>',
      '<img alt="">',
      '<img aria-label=Tide>',
      '<img title=Tide>',
      '<img role=none>',
    ),
    fails: list('<img>', '<img alt=" ">', '<img aria-labelledby=nowhere>', '<p><img alt=a><img>'),
    skips: list(
      '<img hidden>',
      '<div style="display: none"><img></div>',
      '<img aria-hidden=true>',
      '<noscript><img></noscript>',
    ),
  },
  'input-image-alt': {
    passes: list('<input type=image alt=Go>', '<label>Go <input type=image></label>'),
    fails: list('<input type=image>', '<input type=image alt="">'),
    skips: list('<input type=text>'),
  },
  'area-alt': {
    passes: list('<map><area href=/a alt=A></map>'),
    fails: list('<map><area href=/a></map>'),
    skips: list('<map><area></map>'),
  },
  'object-alt': {
    passes: list('<object data=a.pdf title=Tides></object>'),
    fails: list('<object data=a.pdf>Tides</object>'),
    skips: list('<object></object>'),
  },
  'role-img-alt': {
    passes: list('<div role=img aria-label=Tide>'),
    fails: list('<div role=img>', '<span role=img>Tide</span>'),
    skips: list('<img role=img>', '<svg role=img></svg>'),
  },
  'svg-img-alt': {
    passes: list('<svg role=img><title>Tide</title></svg>', '<svg role=img aria-label=Tide></svg>'),
    fails: list('<svg role=img></svg>', '<svg role=img><title> </title></svg>'),
    skips: list('<svg></svg>'),
  },
  'image-redundant-alt': {
    passes: list('<a href=/><img alt=Tides></a>', '<a href=/><img alt=Tides> Tables</a>'),
    fails: list('<a href=/><img alt=Tides> tides</a>'),
  },
  'server-side-image-map': { fails: list('<a href=/><img ismap alt=a></a>'), skips: list('<img alt=a>') },
  'button-name': {
    passes: list(
      '<button>Go</button>',
      '<button aria-label=Go></button>',
      '<button><img alt=Go></button>',
      '<label>Go <button></button></label>',
    ),
    fails: list(
      '<button></button>',
      '<button><img alt=""></button>',
      '<button><span hidden>Go</span></button>',
    ),
    skips: list('<button hidden></button>'),
  },
  'input-button-name': {
    passes: list('<input type=submit>', '<input type=button value=Go>', '<input type=reset title=Again>'),
    fails: list('<input type=button>', '<input type=submit value="">'),
    skips: list('<input>'),
  },
  'link-name': {
    passes: list(
      '<a href=/>Tides</a>',
      '<a href=/><svg><title>Tides</title></svg></a>',
      '<a href=/><img aria-labelledby=x></a><p id=x>Tides',
    ),
    fails: list(
      '<a href=/></a>',
      '<a href=/><img></a>',
      '<a href=/><i class=icon></i></a>',
      '<a href=/><span aria-hidden=true>x</span></a>',
    ),
    skips: list('<a>Tides</a>', '<a name=x></a>'),
  },
  'aria-command-name': {
    passes: list('<div role=button>Go</div>', '<span role=link aria-label=Go></span>'),
    fails: list('<div role=button></div>', '<div role=menuitem><img alt=""></div>'),
    skips: list('<button role=button></button>', '<a href=/ role=button></a>'),
  },
  'aria-dialog-name': {
    passes: list('<div role=dialog aria-labelledby=t><h2 id=t>Sign in</h2></div>'),
    fails: list('<div role=dialog><h2>Sign in</h2></div>'),
  },
  'aria-meter-name': { passes: list('<div role=meter title=Fuel>'), fails: list('<div role=meter>') },
  'aria-progressbar-name': {
    passes: list('<div role=progressbar aria-label=Load>'),
    fails: list('<div role=progressbar>50 %'),
  },
  'aria-tab-name': { passes: list('<div role=tab>One</div>'), fails: list('<div role=tab></div>') },
  'aria-tooltip-name': {
    passes: list('<div role=tooltip>Help</div>'),
    fails: list('<div role=tooltip></div>'),
  },
  'aria-treeitem-name': {
    passes: list('<div role=treeitem>Root</div>'),
    fails: list('<div role=treeitem></div>'),
  },
  'summary-name': {
    passes: list('<details><summary>More</summary>x</details>'),
    fails: list('<details><summary></summary>x</details>'),
    skips: list('<summary></summary>'),
  },
  'frame-title': {
    passes: list(
      '<iframe title=Map></iframe>',
      '<iframe aria-label=Map></iframe>',
      '<iframe role=none></iframe>',
    ),
    fails: list(
      '<iframe src=/map></iframe>',
      '<iframe title=" "></iframe>',
      '<frameset><frame src=/a></frameset>',
    ),
    skips: list('<iframe tabindex=-1></iframe>', '<iframe hidden></iframe>'),
  },
  'frame-title-unique': {
    passes: list('<iframe title=A></iframe><iframe title=B></iframe>'),
    unsure: list('<iframe title=A></iframe><iframe title=a></iframe>'),
  },
  'empty-heading': {
    passes: list('<h1>Tides</h1>', '<h2><img alt=Tides></h2>'),
    fails: list('<h1></h1>', '<div role=heading> </div>'),
  },
  'empty-table-header': {
    passes: list('<table><tr><th>A<td>b</table>'),
    fails: list('<table><tr><th><td>b</table>'),
  },
  label: {
    passes: list(
      '<label>Name <input></label>',
      '<label for=n>Name</label><input id=n>',
      '<input aria-label=Name>',
      '<textarea title=Name></textarea>',
      '<input placeholder=Name>',
    ),
    fails: list(
      '<input>',
      '<label for=m>Name</label><input id=n>',
      '<label hidden for=n>Name</label><input id=n>',
      '<label><input></label>',
    ),
    skips: list('<input type=hidden>', '<input type=submit>'),
  },
  'select-name': {
    passes: list('<label>Year <select><option>1</select></label>'),
    fails: list('<select><option>1</select>', '<select placeholder=Year></select>'),
  },
  'form-field-multiple-labels': {
    passes: list(
      '<label>A <input></label>',
      '<label id=a for=n>A</label><label id=b for=n>B</label><input id=n aria-labelledby="a b">',
    ),
    unsure: list('<label for=n>A</label><label for=n>B</label><input id=n>'),
  },
  'label-title-only': {
    passes: list('<input>', '<label>A <input title=a></label>'),
    fails: list('<input title=a>'),
  },
  'aria-input-field-name': {
    passes: list('<div role=textbox aria-label=Name>'),
    fails: list('<div role=textbox>Name</div>', '<div role=slider aria-valuenow=1>'),
    skips: list('<input role=textbox>'),
  },
  'aria-toggle-field-name': {
    passes: list('<div role=switch aria-checked=true>Wind</div>'),
    fails: list('<div role=checkbox aria-checked=true></div>'),
  },
  'autocomplete-valid': {
    passes: list(
      '<input autocomplete=email>',
      '<input autocomplete="section-a shipping work tel">',
      '<input autocomplete="username webauthn">',
    ),
    fails: list(
      '<input autocomplete=mail>',
      '<input autocomplete="work name">',
      '<input type=number autocomplete=email>',
    ),
    skips: list(
      '<input autocomplete=off>',
      '<input autocomplete="">',
      '<input disabled autocomplete=mail>',
      '<fieldset disabled><input autocomplete=mail></fieldset>',
    ),
  },
  'document-title': {
    passes: list('<title>Tides</title>'),
    fails: list('<p>Tides', '<title> </title>', '<svg><title>Tides</title></svg>'),
  },
  'html-has-lang': {
    passes: list('<html lang=nb>'),
    fails: list('<html>', '<html lang="">', '<html xml:lang=nb>'),
  },
  'html-lang-valid': {
    passes: list('<html lang=nb-NO>', '<html lang=yue>'),
    fails: list('<html lang=em-US>', '<html lang=english>', '<html lang=eng>'),
    skips: list('<html>'),
  },
  'html-xml-lang-mismatch': {
    passes: list('<html lang=nb xml:lang=nb-NO>'),
    fails: list('<html lang=nb xml:lang=nn>'),
    skips: list('<html lang=nb>'),
  },
  'valid-lang': {
    passes: list('<p lang=fr>Marée', '<p lang=xx1><b lang=fr>Marée</b></p>'),
    fails: list('<p lang=xx1>Marée', '<p lang=english>Tide'),
    skips: list('<p lang=xx1></p>'),
  },
  'meta-refresh': {
    passes: list('<meta http-equiv=refresh content="0; /a">', '<meta http-equiv=refresh content=90000>'),
    fails: list('<meta http-equiv=refresh content=30>'),
    skips: list('<meta http-equiv=refresh content=x>', '<meta name=refresh content=30>'),
  },
  'meta-refresh-no-exceptions': {
    passes: list('<meta http-equiv=refresh content="0; /a">'),
    fails: list('<meta http-equiv=refresh content=90000>'),
  },
  'meta-viewport': {
    passes: list(
      '<meta name=viewport content="width=device-width">',
      '<meta name=viewport content="maximum-scale=2">',
      '<meta name=viewport content="user-scalable=yes">',
    ),
    fails: list(
      '<meta name=viewport content="width=device-width, user-scalable=no">',
      '<meta name=viewport content="maximum-scale=1.0">',
      '<meta name=viewport content="user-scalable=0">',
    ),
    skips: list('<meta name=description content="user-scalable=no">'),
  },
  'meta-viewport-large': {
    passes: list(
      '<meta name=viewport content="maximum-scale=5">',
      '<meta name=viewport content="maximum-scale=1">',
    ),
    fails: list('<meta name=viewport content="maximum-scale=3">'),
  },
  bypass: {
    passes: list(
      '<h1>T</h1><a href=/>x</a>',
      '<a href=#c>Skip</a><div id=c>',
      '<main><a href=/>x</a></main>',
    ),
    skips: list('<p>Tides'),
    unsure: list('<a href=/>x</a>', '<a href=#nowhere>Skip</a>'),
  },
  'heading-order': {
    passes: list('<h1>a</h1><h2>b</h2><h1>c</h1>', '<h3>a</h3>'),
    fails: list('<h1>a</h1><h3>b</h3>', '<h1>a</h1><div role=heading aria-level=4>b</div>'),
  },
  list: {
    passes: list('<ul><li>a</ul>', '<ul><script></script><li>a</ul>', '<ul></ul>'),
    fails: list('<ul>a<li>b</ul>', '<ol><div>a</div></ol>', '<ul><li role=tab>a</ul>'),
    skips: list('<ul role=tablist><li>a</ul>'),
  },
  listitem: {
    passes: list('<ol><li>a</ol>', '<menu><li>a</menu>', '<div role=list><li>a</li></div>'),
    fails: list('<div><li>a</li></div>', '<ul role=tablist><li>a</ul>'),
    skips: list('<li role=none>a</li>'),
  },
  'definition-list': {
    passes: list('<dl><dt>a<dd>b</dl>', '<dl><div><dt>a<dd>b</div></dl>'),
    fails: list('<dl><dd>b<dt>a</dl>', '<dl><p>a</dl>', '<dl>a<dt>b<dd>c</dl>'),
  },
  dlitem: {
    passes: list('<dl><dt>a<dd>b</dl>', '<dl><div><dt>a<dd>b</div></dl>'),
    fails: list('<dt>a</dt>', '<div><dd>a</dd></div>'),
  },
  'td-headers-attr': {
    passes: list('<table><tr><th id=a>A<tr><td headers=a>b</table>'),
    fails: list(
      '<table><tr><th>A<tr><td headers=a>b</table><p id=a>',
      '<table><tr><td id=a>A<tr><td headers=a>b</table>',
      '<table><tr><td id=a headers=a>b</table>',
    ),
    skips: list('<table><tr><td>a</table>'),
  },
  'th-has-data-cells': {
    passes: list('<table><tr><th>A<th>B<tr><td>1<td>2</table>', '<table><tr><th>A<td>1</table>'),
    fails: list(
      '<table><tr><th>A</table>',
      '<table><tr><th scope=col>A<td>1</table>',
      '<table><tr><th>A<th>B<tr><td>1</table>',
    ),
    skips: list('<table><tr><td>1</table>', '<table role=none><tr><th>A</table>'),
  },
  'scope-attr-valid': {
    passes: list('<table><tr><th scope=row>a<td>b</table>'),
    fails: list('<table><tr><th scope=rows>a<td>b</table>', '<table><tr><td scope=row>a</table>'),
  },
  'aria-roles': {
    passes: list('<div role=tab>', '<div role="unknown tab">'),
    fails: list('<div role=tabbed>', '<div role=widget>'),
    skips: list('<div role="">'),
  },
  'aria-valid-attr': { passes: list('<p aria-label=a>'), fails: list('<p aria-labeled=a>') },
  'aria-valid-attr-value': {
    passes: list(
      '<p aria-hidden=false>',
      '<p aria-live=polite>',
      '<p id=a aria-details=a>',
      '<div role=heading aria-level=2>',
      '<button aria-expanded=false aria-controls=later>',
    ),
    fails: list(
      '<p aria-hidden=no>',
      '<p aria-live=loud>',
      '<div role=heading aria-level=0>',
      '<p aria-details=nowhere>',
      '<button aria-controls=nowhere>',
    ),
    unsure: list('<p aria-labelledby=nowhere>'),
  },
  'aria-allowed-attr': {
    passes: list(
      '<button aria-pressed=true>',
      '<div role=checkbox aria-checked=true>',
      '<p aria-live=polite>',
    ),
    fails: list(
      '<a href=/ aria-checked=true>',
      '<div aria-selected=true>',
      '<picture aria-label=a></picture>',
    ),
  },
  'aria-prohibited-attr': {
    passes: list('<section aria-label=Tides>', '<a href=/><span aria-label=Tides></span></a>'),
    fails: list(
      '<span aria-label=Tides></span>',
      '<p aria-label=Tides>',
      '<div role=paragraph aria-label=Tides>',
    ),
  },
  'aria-required-attr': {
    passes: list(
      '<div role=checkbox aria-checked=false>',
      '<input type=checkbox role=switch>',
      '<h2 role=heading>',
      '<hr role=separator>',
    ),
    fails: list(
      '<div role=checkbox>',
      '<div role=heading>',
      '<div role=separator tabindex=0>',
      '<div role=slider>',
    ),
  },
  'aria-required-children': {
    passes: list(
      '<div role=list><div role=listitem>a</div></div>',
      '<div role=menu><div role=group><div role=menuitem>a</div></div></div>',
      '<div role=list aria-owns=x></div><div id=x role=listitem>a</div>',
    ),
    fails: list('<div role=list><button>a</button></div>', '<div role=tablist><div>Tab</div></div>'),
    unsure: list('<div role=list></div>'),
  },
  'aria-required-parent': {
    passes: list(
      '<ul><div role=listitem>a</div></ul>',
      '<div role=tablist><span><div role=tab>a</div></span></div>',
    ),
    fails: list(
      '<div role=listitem>a</div>',
      '<div role=list><div aria-live=polite><div role=listitem>a</div></div></div>',
    ),
  },
  'aria-hidden-body': {
    passes: list('<body aria-hidden=false>'),
    fails: list('<body aria-hidden=true>'),
    skips: list('<body>'),
  },
  'aria-hidden-focus': {
    passes: list(
      '<div aria-hidden=true>a</div>',
      '<div aria-hidden=true><a href=/ tabindex=-1>a</a></div>',
      '<div aria-hidden=true><button disabled>a</button></div>',
    ),
    fails: list(
      '<div aria-hidden=true><a href=/>a</a></div>',
      '<button aria-hidden=true>a</button>',
      '<div aria-hidden=true tabindex=0></div>',
    ),
    skips: list('<div aria-hidden=false><a href=/>a</a></div>'),
  },
  'nested-interactive': {
    passes: list('<button><b>Go</b></button>', '<div role=button><span tabindex=-1>a</span></div>'),
    fails: list(
      '<button><span tabindex=0>a</span></button>',
      '<div role=tab><a href=/>a</a></div>',
      '<details><summary><a href=/>a</a></summary></details>',
    ),
    skips: list('<a href=/><b>a</b></a>'),
  },
  'presentation-role-conflict': {
    passes: list('<img alt="">', '<ul role=none></ul>'),
    fails: list(
      '<img alt="" tabindex=0>',
      '<ul role=none aria-label=a></ul>',
      '<button role=none>a</button>',
    ),
    skips: list('<div role=none tabindex=0></div>', '<img alt=a tabindex=0>'),
  },
  tabindex: { passes: list('<p tabindex=0>', '<p tabindex=-1>'), fails: list('<p tabindex=3>') },
  'duplicate-id-aria': {
    passes: list('<label for=a>A</label><input id=a>'),
    fails: list('<label for=a>A</label><input id=a><p id=a>'),
    skips: list('<p id=a><p id=a>'),
  },
  accesskeys: {
    passes: list('<a href=/ accesskey=a>a</a>'),
    fails: list('<a href=/ accesskey=a>a</a><a href=/b accesskey=A>b</a>'),
  },
  'video-caption': {
    passes: list('<video><track kind=captions></video>'),
    unsure: list('<video src=a></video>'),
  },
  'no-autoplay-audio': {
    passes: list('<audio autoplay controls></audio>'),
    skips: list('<video autoplay muted></video>', '<audio></audio>'),
    unsure: list('<audio autoplay></audio>'),
  },
  blink: { fails: list('<blink>a</blink>'), skips: list('<p>a') },
  marquee: { fails: list('<marquee>a</marquee>') },
  'link-purpose': {
    passes: list('<a href=/>Read more about tides</a>', '<a href=/ aria-label="More on tides">More</a>'),
    fails: list(
      '<a href=/>here</a>',
      '<a href=/>» Read more …</a>',
      '<a href=/>Les mer</a>',
      '<a href=/><img alt="Click here"></a>',
      '<a href=/>こちら</a>',
    ),
    skips: list('<a href=/></a>', '<a>here</a>'),
  },
}
