/** A picture for each known game; any other game gets an empty table under a lamp. */
import { html, svg, type SVGTemplateResult, type TemplateResult } from "lit";

const die = (x: number, y: number, turn: number, pips: [number, number][], face = "bone") => svg`
  <g transform="translate(${x} ${y}) rotate(${turn})">
    <rect x="-23" y="-17" width="46" height="46" rx="10" fill="#1a0f08" opacity=".45" />
    <rect x="-23" y="-23" width="46" height="46" rx="10" fill="url(#${face})" stroke="#b89b6c" stroke-width="1.5" />
    ${pips.map(([px, py]) => svg`<circle cx=${px * 11} cy=${py * 11} r="4" fill="#3a2417" />`)}
  </g>`;

const bones = svg`
  <defs>
    <radialGradient id="candle" cx=".27" cy=".34" r=".8">
    <stop offset="0" stop-color="#f7c96b" />
    <stop offset=".22" stop-color="#b4702c" />
    <stop offset=".55" stop-color="#4a2a18" />
    <stop offset="1" stop-color="#150d0b" /></radialGradient>
    <radialGradient id="pool" cx=".3" cy="0" r=".9">
    <stop offset="0" stop-color="#c98a45" />
    <stop offset=".45" stop-color="#7a4a26" />
    <stop offset="1" stop-color="#2c1a10" /></radialGradient>
    <linearGradient id="bone" x1="0" y1="0" x2="1" y2="1">
    <stop offset="0" stop-color="#fff4d8" />
    <stop offset="1" stop-color="#d9bf8e" /></linearGradient>
    <radialGradient id="halo">
    <stop offset="0" stop-color="#ffe9a8" stop-opacity=".9" />
    <stop offset=".3" stop-color="#ffcf70" stop-opacity=".35" />
    <stop offset="1" stop-color="#ffb84d" stop-opacity="0" /></radialGradient>
    <linearGradient id="night" x1="0" y1="0" x2="0" y2="1">
    <stop offset="0" stop-color="#1b2a4a" />
    <stop offset="1" stop-color="#3a4668" /></linearGradient>
  </defs>
  <rect width="480" height="220" fill="url(#candle)" />
  <g stroke="#0b0706" stroke-opacity=".35" stroke-width="2">
  <path d="M0 34h480M0 72h480M0 108h480M92 0v34M300 0v34M210 34v38M420 34v38M40 72v36M340 72v36" /></g>
  <g>
    <path d="M352 122V40c0-24 18-38 40-38s40 14 40 38v82z" fill="#2a1810" />
    <path d="M360 116V42c0-19 14-31 32-31s32 12 32 31v74z" fill="url(#night)" />
    <circle cx="404" cy="40" r="11" fill="#f4e6c0" /><circle cx="409" cy="37" r="10" fill="#233352" />
    <path d="M360 92l10-12 8 8 12-22 9 14 8-8 17 20v24h-64z" fill="#141d33" />
    <path d="M372 98h.01M391 88h.01M408 99h.01" stroke="#f2c65f" stroke-width="3.5" stroke-linecap="round" />
    <path d="M392 11v105M360 64h64" stroke="#2a1810" stroke-width="5" />
  </g>
  <path d="M0 132c160-12 320-12 480 0v88H0z" fill="url(#pool)" />
  <path d="M0 132c160-12 320-12 480 0" fill="none" stroke="#e3ab62" stroke-opacity=".5" stroke-width="2" />
  <g fill="none" stroke="#1d110a" stroke-opacity=".4" stroke-width="1.5">
  <path d="M0 156c150-10 330-8 480 2M0 186c170-8 310-6 480 3M150 128l-22 92M330 128l26 92" /></g>
  <g transform="translate(290 176) rotate(-7)">
    <path d="M-52-26c34-6 84-6 112 0l6 48c-38 6-92 7-124 0z" fill="#e6d2a4" />
    <path d="M-52-26c34-6 84-6 112 0l6 48c-38 6-92 7-124 0z" fill="none" stroke="#a98650" stroke-width="1.5" />
    <path d="M-40-14l18 6 10-8 16 10 14-4M-30 8l14-8 12 8 16-6 10 8"
      fill="none" stroke="#5a3a20" stroke-width="1.8" stroke-linecap="round" stroke-dasharray="5 4" />
    <path d="M30-14l8 8m0-8l-8 8" stroke="#8a2f2a" stroke-width="2.5" stroke-linecap="round" />
    <ellipse cx="42" cy="12" rx="24" ry="9" fill="#f6ecd0" opacity=".75" />
    <ellipse cx="26" cy="16" rx="18" ry="6" fill="#f6ecd0" opacity=".6" />
  </g>
  <ellipse cx="129" cy="66" rx="118" ry="104" fill="url(#halo)" />
  <ellipse cx="130" cy="160" rx="44" ry="11" fill="#1a0f08" opacity=".5" />
  <path d="M92 150c0-8 76-8 76 0 0 14-18 16-38 16s-38-2-38-16z" fill="#b98a3a" />
  <path d="M92 150c0-8 76-8 76 0s-76 8-76 0z" fill="#e0b45c" />
  <path d="M114 150V90c4-6 28-6 32 0v60c-8 4-24 4-32 0z" fill="#f6e6bf" />
  <path d="M138 88c6 0 8 3 8 8v54c-3 2-6 2-9 3z" fill="#d3b67e" />
  <path d="M114 92c0 14 6 10 6 26s5 4 5-14" fill="#fff6dc" />
  <path d="M130 86V76" stroke="#3a2417" stroke-width="2.5" stroke-linecap="round" />
  <path d="M130 34c4 12 12 20 12 31a12 13 0 0 1-24 0c0-11 8-19 12-31z" fill="#ffd56b" />
  <path d="M130 52c2 7 6 10 6 16a6 7 0 0 1-12 0c0-6 4-9 6-16z" fill="#fff6d8" />
  ${die(206, 178, -14, [
    [-1, -1],
    [1, 1],
    [0, 0],
  ])}${die(258, 152, 18, [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
    [0, 0],
  ])}${die(72, 190, 9, [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ])}
  <g transform="translate(398 168) rotate(12)">
  <ellipse cx="2" cy="34" rx="52" ry="10" fill="#120a06" opacity=".5" />
  <path d="M-38-26l84-8c10 0 10 68 0 68l-84-8c-12-8-12-44 0-52z" fill="#5b3320" />
  <path d="M-6-30l2 60M26-33l1 66" stroke="#3a2013" stroke-width="3" fill="none" />
  <ellipse cx="-40" cy="0" rx="12" ry="27" fill="#22120a" stroke="#8a5a36" stroke-width="3" /></g>`;

const magpie = svg`
  <defs>
    <linearGradient id="dusk" x1="0" y1="0" x2="0" y2="1">
    <stop offset="0" stop-color="#e9b872" />
    <stop offset=".5" stop-color="#f3d9a8" />
    <stop offset="1" stop-color="#c9d3b4" /></linearGradient>
    <linearGradient id="sheen" x1="0" y1="0" x2="1" y2="1">
    <stop offset="0" stop-color="#1f2a3c" />
    <stop offset=".5" stop-color="#1d5a66" />
    <stop offset="1" stop-color="#2a2450" /></linearGradient>
    <linearGradient id="gold" x1="0" y1="0" x2="1" y2="1">
    <stop offset="0" stop-color="#ffe08a" />
    <stop offset="1" stop-color="#b07a1c" /></linearGradient>
    <radialGradient id="pearl" cx=".35" cy=".3">
    <stop offset="0" stop-color="#fff" />
    <stop offset="1" stop-color="#cfc6d6" /></radialGradient>
  </defs>
  <rect width="480" height="220" fill="url(#dusk)" />
  <circle cx="84" cy="62" r="36" fill="#fff3cf" opacity=".9" />
  <circle cx="84" cy="62" r="58" fill="#fff3cf" opacity=".28" />
  <path d="M0 150c60-30 110-34 170-18s120-22 190-14 90 10 120 2v100H0z" fill="#94a987" opacity=".6" />
  <path d="M0 176c80-24 150-12 230-14s170-26 250-6v64H0z" fill="#6e8a6c" opacity=".75" />
  <g fill="none" stroke="#4a3426" stroke-linecap="round">
  <path d="M-10 196c110-26 240-20 330-34 60-10 110-34 172-44" stroke-width="13" />
  <path d="M330 160c24-30 54-42 86-52M120 178c-18-20-40-26-64-28" stroke-width="7" />
  <path d="M-10 193c110-26 240-20 330-34 60-10 110-34 172-44"
    stroke="#7a5a40" stroke-width="3" stroke-dasharray="40 24" />
  </g>
  <g fill="#5f7d4a">
  <path d="M56 150c-18-2-26-14-24-28 16 2 26 12 24 28zM416 108c2-18 14-26 30-24-2 16-14 26-30 24z
      M440 128c14-8 28-4 34 8-12 8-26 6-34-8z" />
  </g>
  <g>
    <path d="M290 128c40 14 84 40 122 82l-26 4c-42-24-80-44-116-62z" fill="url(#sheen)" />
    <path d="M300 138c34 16 66 38 96 70" stroke="#5fa8a8" stroke-width="2" fill="none" opacity=".6" />
    <path d="M184 62c6-18 26-26 44-20 14 4 20 12 26 22 22 12 44 34 56 62 6 14 0 24-12 26-44
        8-92-6-106-44-6-16-12-28-8-46z" fill="#161b26" />
    <path d="M206 104c18-8 42 0 58 18 12 14 18 26 18 34-34 2-66-14-76-52z" fill="#fbf7ec" />
    <path d="M242 84c26 4 52 26 66 58-22 2-56-14-68-34-4-8-4-18 2-24z" fill="url(#sheen)" />
    <path d="M250 96c20 8 36 22 46 38M252 110c12 8 22 14 34 20"
      stroke="#6fc2c0" stroke-width="2" fill="none" stroke-linecap="round" opacity=".7" />
    <path d="M246 82c14-2 28 6 36 18-14 0-28-6-36-18z" fill="#fbf7ec" />
    <path d="M188 58c-16 0-28 6-38 14 12 4 26 6 38 2z" fill="#2c2f38" />
    <path d="M150 72c14-2 26-2 38-4" stroke="#0c0f16" stroke-width="2" fill="none" />
    <circle cx="207" cy="60" r="6" fill="#f3e6c4" />
    <circle cx="206" cy="60" r="4" fill="#0c0f16" />
    <circle cx="204.5" cy="58.5" r="1.4" fill="#fff" />
    <path d="M240 152l-4 22m-10 2l12-3 10 4M268 156l-2 18m-10 2l11-3 10 4"
      stroke="#2c2f38" stroke-width="4" stroke-linecap="round" stroke-linejoin="round" fill="none" />
  </g>
  <g>
  <circle cx="148" cy="90" r="13" fill="none" stroke="url(#gold)" stroke-width="6" />
  <path d="M141 79l7-9 7 9-7 5z" fill="#d8f0f4" stroke="#6aa3b0" stroke-width="1.5" /></g>
  <g stroke="#4a3426" stroke-width="1.5" fill="none"><path d="M56 168v10M172 174v5M446 122v12M104 172v8" /></g>
  <g transform="translate(172 186) scale(.62)" fill="none" stroke="#a8762a" stroke-width="5" stroke-linecap="round">
  <circle r="9" cy="-4" />
  <path d="M0 6v28M0 24h9M0 33h9" /></g>
  <g transform="translate(446 148)">
  <circle r="15" fill="#b8433a" />
  <circle r="11" fill="none" stroke="#8a2f2a" stroke-width="2" />
  <path d="M-4-4h.01M4-4h.01M-4 4h.01M4 4h.01" stroke="#5d1c18" stroke-width="4.5" stroke-linecap="round" /></g>
  <circle cx="56" cy="190" r="12" fill="url(#pearl)" />
  <g transform="translate(104 178) rotate(8) scale(.72)">
  <ellipse cx="0" cy="8" rx="8" ry="11" fill="#c9ced6" stroke="#8b93a0" stroke-width="1.5" />
  <path d="M0 19v24" stroke="#aeb5c0" stroke-width="4" stroke-linecap="round" /></g>`;

const harmonictook = svg`
  <defs>
    <linearGradient id="morning" x1="0" y1="0" x2="0" y2="1">
    <stop offset="0" stop-color="#8fc3dc" />
    <stop offset=".55" stop-color="#d7e9e0" />
    <stop offset="1" stop-color="#fbeccb" /></linearGradient>
    <linearGradient id="meadow" x1="0" y1="0" x2="0" y2="1">
    <stop offset="0" stop-color="#a9c27a" />
    <stop offset="1" stop-color="#6f9457" /></linearGradient>
    <linearGradient id="road" x1="0" y1="0" x2="0" y2="1">
    <stop offset="0" stop-color="#e6d3ac" />
    <stop offset="1" stop-color="#c7a877" /></linearGradient>
    <linearGradient id="ivory" x1="0" y1="0" x2="1" y2="1">
    <stop offset="0" stop-color="#fff4d8" />
    <stop offset="1" stop-color="#d9bf8e" /></linearGradient>
    <linearGradient id="coin" x1="0" y1="0" x2="1" y2="1">
    <stop offset="0" stop-color="#ffe08a" />
    <stop offset="1" stop-color="#b07a1c" /></linearGradient>
  </defs>
  <rect width="480" height="220" fill="url(#morning)" />
  <circle cx="408" cy="42" r="22" fill="#fff3cf" /><circle cx="408" cy="42" r="38" fill="#fff3cf" opacity=".35" />
  <g fill="#fffdf8" opacity=".85">
  <path d="M46 46c2-12 18-14 24-6 8-8 24-4 24 6 10 0 10 12 0 12H46c-10 0-10-12 0-12z
      M296 30c2-9 14-11 19-5 6-6 19-3 19 5 8 0 8 9 0 9h-38c-8 0-8-9 0-9z" />
  </g>
  <path d="M0 128c60-34 120-36 190-16s130-30 200-22 70 12 90 8v122H0z" fill="#9fbf9a" />
  <path d="M0 148c90-22 170-12 250-12s160-18 230-4v88H0z" fill="url(#meadow)" />
  <g>
    <path d="M0 148c26-7 52-10 78-11l-26 40H0z" fill="#e0b84f" />
    <g fill="none" stroke="#b98a2c" stroke-width="2.5" stroke-linecap="round">
    <path d="M8 150l-6 22M22 147l-9 26M36 144l-12 30M50 141l-14 34M64 139l-16 36" /></g>
    <g fill="none" stroke="#f6dc8a" stroke-width="2" stroke-linecap="round">
    <path d="M15 148l-8 24M29 145l-10 28M43 142l-13 32M57 140l-15 35" /></g>
  </g>
  <g stroke="#8a3b32" stroke-width="3" stroke-linecap="round" fill="none">
  <path d="M448 130L458 50l10 80M451 106h14M453 86h10M455 68h6M451 106l12-20M465 106l-12-20" />
  <path d="M458 50V38" /></g>
  <circle cx="458" cy="36" r="4" fill="#c8483c" />
  <path d="M446 28c-4 5-4 11 0 16M470 28c4 5 4 11 0 16"
    fill="none" stroke="#c8483c" stroke-width="2.5" stroke-linecap="round" />
  <g>
    <path d="M84 172V108h72v64z" fill="#f4e3bd" />
    <path d="M136 108h20v64h-20z" fill="#dcc492" />
    <path d="M76 110l44-36 44 36z" fill="#b5533c" />
    <path d="M120 74l44 36h-18z" fill="#93402e" />
    <path d="M142 78h10v20l-10-8z" fill="#93402e" />
    <path d="M147 70c6-6-4-10 2-18" fill="none" stroke="#fffdf8" stroke-width="5" stroke-linecap="round" opacity=".7" />
    <path d="M80 120h80l6 16H74z" fill="#fffdf8" />
    <path d="M80 120h13l-3 16H74zM107 120h13v16h-15zM134 120h13l4 16h-16z" fill="#c8483c" />
    <path d="M74 136h92" stroke="#93402e" stroke-opacity=".35" stroke-width="2" />
    <rect x="90" y="142" width="32" height="20" rx="3" fill="#7fb2c4" stroke="#8a6a44" stroke-width="2" />
    <path d="M94 158c0-7 10-7 10 0zM106 158c0-8 12-8 12 0z" fill="#c98a45" />
    <path d="M132 172v-30h18v30z" fill="#7a4f2c" />
    <circle cx="146" cy="158" r="1.8" fill="#ffe08a" />
  </g>
  <g>
    <path d="M178 172v-76h112v76z" fill="#d9835a" />
    <path d="M268 96h22v76h-22z" fill="#bb6a45" />
    <path d="M170 98h128l-14-18H184z" fill="#4c6a78" />
    <path d="M282 80h2l14 18h-22z" fill="#395360" />
    <path d="M214 96V56h40v40z" fill="#f0dcb4" />
    <path d="M244 56h10v40h-10z" fill="#d6bd8a" />
    <path d="M208 58l26-24 26 24z" fill="#4c6a78" />
    <path d="M234 34l26 24h-12z" fill="#395360" />
    <path d="M234 34V22" stroke="#395360" stroke-width="2.5" />
    <path d="M235 22l14 4-14 5z" fill="#c8483c" />
    <circle cx="234" cy="74" r="12" fill="#fffdf8" stroke="#8a6a44" stroke-width="2.5" />
    <path d="M234 66v8l6 4"
      fill="none" stroke="#2b2420" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round" />
    <g fill="#4a2f1f">
    <path d="M190 172v-40c0-18 24-18 24 0v40zM222 172v-44c0-18 24-18 24 0v44zM254 172v-40c0-18 24-18 24 0v40z" /></g>
    <path d="M226 172v-42c0-13 16-13 16 0v42z" fill="#f7c96b" />
    <path d="M194 140h16M258 140h16" stroke="#f7c96b" stroke-width="9" stroke-linecap="round" opacity=".75" />
  </g>
  <g>
    <path d="M318 172v-54h58v54z" fill="#8fb7b0" />
    <path d="M360 118h16v54h-16z" fill="#719a94" />
    <path d="M310 120h74v-10c0-4-3-6-6-6h-62c-3 0-6 2-6 6z" fill="#f0dcb4" />
    <path d="M314 128h66l5 13h-76z" fill="#fffdf8" />
    <path d="M314 128h11l-3 13h-13zM336 128h11v13h-12zM358 128h11l3 13h-13z" fill="#3f7a6d" />
    <rect x="324" y="147" width="24" height="17" rx="3" fill="#f7c96b" stroke="#8a6a44" stroke-width="2" />
    <path d="M354 172v-26h15v26z" fill="#4a2f1f" />
    <g transform="translate(347 96)">
    <path d="M-10-6h18v8c0 10-18 10-18 0z" fill="#8a2f2a" />
    <path d="M8-4c8-1 8 8-1 8" fill="none" stroke="#8a2f2a" stroke-width="2.5" />
    <path d="M-5-10c-3-4 3-5 0-10M3-10c-3-4 3-5 0-10"
      fill="none" stroke="#fffdf8" stroke-width="2" stroke-linecap="round" />
    </g>
  </g>
  <g>
  <path d="M408 170v-18M430 170v-12M306 170v-12" stroke="#6b4a2c" stroke-width="5" stroke-linecap="round" />
  <g fill="#4f7d4a">
  <circle cx="408" cy="136" r="20" />
  <circle cx="430" cy="147" r="15" />
  <circle cx="306" cy="150" r="12" /></g>
  <g fill="#6f9e5c">
  <circle cx="402" cy="130" r="11" />
  <circle cx="426" cy="142" r="8" />
  <circle cx="303" cy="146" r="6" /></g>
  <path d="M414 128h.01M404 142h.01M418 142h.01M434 150h.01" stroke="#c8483c" stroke-width="6" stroke-linecap="round" />
  </g>
  <path d="M0 174c160-6 320-6 480 0v46H0z" fill="url(#road)" />
  <path d="M0 174c160-6 320-6 480 0" fill="none" stroke="#fff4d8" stroke-opacity=".7" stroke-width="2" />
  <path d="M6 204c160-5 310-5 468 0"
    fill="none" stroke="#fffdf8" stroke-width="3" stroke-dasharray="18 14" opacity=".6" />
  <g transform="translate(0 -8)">
  <ellipse cx="386" cy="206" rx="22" ry="6" fill="#5a3a20" opacity=".35" />
  <g stroke="#8a5a14" stroke-width="1.5" fill="url(#coin)">
  <ellipse cx="386" cy="203" rx="20" ry="7" />
  <ellipse cx="387" cy="197" rx="20" ry="7" />
  <ellipse cx="385" cy="191" rx="20" ry="7" /></g>
  <ellipse cx="385" cy="191" rx="12" ry="3.8" fill="none" stroke="#8a5a14" stroke-width="1.5" />
  <ellipse cx="426" cy="204" rx="18" ry="6.5" fill="url(#coin)" stroke="#8a5a14" stroke-width="1.5" />
  <ellipse cx="426" cy="204" rx="11" ry="3.5" fill="none" stroke="#8a5a14" stroke-width="1.5" /></g>
  ${die(
    62,
    174,
    -12,
    [
      [-1, -1],
      [1, -1],
      [0, 0],
      [-1, 1],
      [1, 1],
    ],
    "ivory",
  )}${die(
    122,
    181,
    10,
    [
      [-1, -1],
      [0, 0],
      [1, 1],
    ],
    "ivory",
  )}`;

const hunter = svg`
  <defs>
    <linearGradient id="gloaming" x1="0" y1="0" x2="0" y2="1">
    <stop offset="0" stop-color="#3a2f63" />
    <stop offset=".42" stop-color="#8f4a72" />
    <stop offset=".7" stop-color="#e0805c" />
    <stop offset="1" stop-color="#f8c98a" /></linearGradient>
    <linearGradient id="thicket" x1="0" y1="0" x2="1" y2="0">
    <stop offset="0" stop-color="#12262a" stop-opacity="0" />
    <stop offset=".55" stop-color="#12262a" stop-opacity=".92" />
    <stop offset="1" stop-color="#0b171a" /></linearGradient>
    <radialGradient id="lantern">
    <stop offset="0" stop-color="#ffe9a8" stop-opacity=".95" />
    <stop offset=".4" stop-color="#ffcf73" stop-opacity=".45" />
    <stop offset="1" stop-color="#ffcf73" stop-opacity="0" /></radialGradient>
  </defs>
  <rect width="480" height="220" fill="url(#gloaming)" />
  <path d="M30 22h.01M74 40h.01M120 16h.01M168 34h.01M206 12h.01M250 30h.01M290 14h.01M14 60h.01"
    stroke="#fbe6d0" stroke-width="2.2" stroke-linecap="round" />
  <circle cx="92" cy="92" r="50" fill="#fbdc9c" opacity=".28" />
  <circle cx="92" cy="92" r="32" fill="#fff0c8" opacity=".92" />
  <path d="M0 176V112h22V96l14-12 14 12v30h18V98h26v36h14V86h10V72h6v14h10v44h20v-20l16-14 16 14v30h22v-26h24v32h22v-20
      h20v46z" fill="#7d4466" />
  <path d="M0 186v-46h30v-18h34v26h20v-18l18-14 18 14v22h24v-38h32v34h22v-16h28v26h24v28z" fill="#55304f" />
  <g fill="#ffd27a">
  <path d="M36 130h6v8h-6zM50 130h6v8h-6zM36 146h6v8h-6zM98 134h7v9h-7zM150 124h6v8h-6zM163 124h6v8h-6zM150 140h6v8h-6z
      M8 150h6v8H8zM14 120h4v6h-4zM76 108h4v6h-4zM120 96h4v6h-4zM206 146h6v8h-6zM182 150h6v8h-6z" />
  </g>
  <path d="M0 182c120-12 260-10 480-2v40H0z" fill="#4a2f42" />
  <path d="M0 204c110-20 240-26 330-22-60 8-120 20-150 38H0z" fill="#6b4553" />
  <rect x="210" width="270" height="220" fill="url(#thicket)" />
  <g fill="#14282b">
  <path d="M322 220c4-70-2-150 2-224h18c2 74 0 150 8 224zM392 220c2-80 0-160 4-224h26c2 80 2 150 8 224z" />
  <path d="M328 86c-16-10-20-26-42-40 10 16 14 24 20 30l-16-2c20 8 26 14 40 26z
      M402 74c-16-6-20-20-36-34 8 16 10 20 14 26l-12-2c16 8 22 12 34 24z" />
  </g>
  <path d="M300 220c-2-34 8-62 30-74 4-18 14-28 22-34 2 12 6 18 12 22 12-4 26-4 38 0 6-4 10-10 12-22 8 6 18 16 22 34 22
      12 34 40 34 74z" fill="#0a1417" />
  <g>
  <path d="M342 158c10-8 24-4 30 10-12 6-26 2-30-10zM424 158c-10-8-24-4-30 10 12 6 26 2 30-10z" fill="#ffd24a" />
  <path d="M359 154v14M407 154v14" stroke="#0a1417" stroke-width="4.5" stroke-linecap="round" />
  <path d="M340 188c26 16 60 16 86 0-4 10-6 14-8 18l-8-10-8 14-9-12-10 14-10-14-9 12-8-14-8 10c-3-4-5-8-8-18z"
    fill="#f1e6cf" />
  </g>
  <g fill="#ff8a4a">
  <ellipse cx="304" cy="120" rx="5" ry="3.8" />
  <ellipse cx="320" cy="120" rx="5" ry="3.8" />
  <ellipse cx="446" cy="96" rx="6" ry="4.5" />
  <ellipse cx="466" cy="96" rx="6" ry="4.5" /></g>
  <path d="M304 117.5v5M320 117.5v5M446 93v6M466 93v6" stroke="#0a1417" stroke-width="2" stroke-linecap="round" />
  <g fill="#9ff0c0">
  <circle cx="296" cy="76" r="2.6" />
  <circle cx="305" cy="76" r="2.6" />
  <circle cx="376" cy="104" r="2.6" />
  <circle cx="386" cy="104" r="2.6" /></g>
  <circle cx="262" cy="150" r="74" fill="url(#lantern)" />
  <g stroke="#2b2420" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round">
    <g transform="translate(-14 24)">
    <path d="M216 158L148 92" fill="none" stroke-width="8" />
    <path d="M216 158L148 92" fill="none" stroke="#9a623a" stroke-width="3.5" />
    <path d="M150 72c-16 2-28 12-28 26 10-4 16-4 22 0 2 8 0 14-6 22 14 2 26-8 28-24z" fill="#c9d3d8" /></g>
    <path d="M168 196h14v14h-18c0-6 1-10 4-14zM192 196h14c3 4 4 8 4 14h-18z" fill="#3d2a2c" />
    <path d="M156 200c2-34 8-56 22-66h18c14 10 20 32 22 66-20 5-42 5-62 0z" fill="#8a2f2a" />
    <path d="M187 146v57" fill="none" stroke="#5d1c18" />
    <path d="M164 170c15 5 31 5 46 0" fill="none" stroke="#3d2a2c" stroke-width="6" />
    <path d="M182 168h10v9h-10z" fill="#e0b45c" stroke-width="2" />
    <path d="M172 138l-6-14 12-6h18l12 6-6 14-15 8z" fill="#a8403a" />
    <path d="M176 108h22v10c0 8-5 12-11 12s-11-4-11-12z" fill="#e9bd92" />
    <path d="M187 120h.01M194 120h.01" stroke-width="4" />
    <path d="M150 110c14-4 18-8 21-18 3-12 11-12 16-8 5-4 13-4 16 8 3 10 7 14 21 18-18 9-56 9-74 0z" fill="#3d2a2c" />
    <path d="M170 98c10 5 24 5 34 0" fill="none" stroke="#e0b45c" stroke-width="3.5" />
    <path d="M222 208c0-22 4-36 14-42h12c10 6 14 20 14 42z" fill="#1f5f57" />
    <path d="M250 176l16-14" fill="none" stroke-width="10" />
    <path d="M250 176l16-14" fill="none" stroke="#1f5f57" stroke-width="5" />
    <circle cx="242" cy="154" r="13" fill="#f0cfae" />
    <path d="M228 152c-2-14 6-19 14-19s16 6 14 16c4 0 8 1 9 4-10 2-24-4-37-1z" fill="#2f7f78" />
    <path d="M241 158h.01M250 158h.01" stroke-width="3.5" />
    <path d="M243 163q3 2 6 0" fill="none" stroke-width="2" />
    <path d="M230 166c7 5 17 5 24 0l2 6c-9 5-19 5-28 0z" fill="#e0b45c" />
    <path d="M262 146c0-7 10-7 10 0" fill="none" />
    <path d="M260 152h14v18h-14z" fill="#ffe9a8" />
    <path d="M257 152l4-7h12l4 7zM257 170h20v5h-20z" fill="#c99a3f" />
    <path d="M267 156c4 5 4 9 0 10-4-1-4-5 0-10z" fill="#e8714f" stroke="none" />
  </g>`;

const table = svg`
  <defs>
    <radialGradient id="lamp" cx=".5" cy=".3" r=".75">
    <stop offset="0" stop-color="#f5d896" />
    <stop offset=".4" stop-color="#a8743c" />
    <stop offset="1" stop-color="#2b1c14" /></radialGradient>
    <radialGradient id="felt" cx=".5" cy=".35" r=".7">
    <stop offset="0" stop-color="#4f8a72" />
    <stop offset="1" stop-color="#1f4a40" /></radialGradient>
  </defs>
  <rect width="480" height="220" fill="url(#lamp)" />
  <g fill="#4a2f1f">
  <rect x="60" y="96" width="56" height="66" rx="14" />
  <rect x="364" y="96" width="56" height="66" rx="14" />
  <rect x="204" y="52" width="72" height="40" rx="14" /></g>
  <ellipse cx="240" cy="152" rx="150" ry="62" fill="#1a100a" opacity=".5" />
  <ellipse cx="240" cy="142" rx="150" ry="60" fill="#7a4f2c" />
  <ellipse cx="240" cy="138" rx="134" ry="50" fill="url(#felt)" stroke="#c99a3f" stroke-width="2" />
  <path d="M240 0v30" stroke="#2b1c14" stroke-width="3" />
  <path d="M196 62c4-22 20-34 44-34s40 12 44 34z" fill="#c99a3f" />
  <path d="M196 62h88" stroke="#fff1c4" stroke-width="4" stroke-linecap="round" />
  <path d="M204 66h72l70 76c-60 36-152 36-212 0z" fill="#ffe9a8" opacity=".14" />
  <g stroke="#b89b6c" stroke-width="1.5">
  <rect x="176" y="120" width="30" height="42" rx="4" fill="#fffdf8" transform="rotate(-14 191 141)" />
  <rect x="204" y="116" width="30" height="42" rx="4" fill="#fffdf8" transform="rotate(4 219 137)" />
  <rect x="268" y="132" width="26" height="26" rx="6" fill="#fffdf8" transform="rotate(16 281 145)" /></g>
  <path d="M191 134l6 8-6 8-6-8zM219 130l6 8-6 8-6-8z" fill="#8a2f2a" />
  <path d="M275 140h.01M287 150h.01M281 145h.01" stroke="#2b2420" stroke-width="4" stroke-linecap="round" />
  <g>
  <circle cx="316" cy="126" r="8" fill="#8a2f2a" />
  <circle cx="332" cy="134" r="8" fill="#e0b45c" />
  <circle cx="158" cy="112" r="8" fill="#215eee" /></g>`;

const stumped = svg`
  <defs>
    <linearGradient id="dawn" x1="0" y1="0" x2="0" y2="1">
    <stop offset="0" stop-color="#9cc9d6" />
    <stop offset=".6" stop-color="#dbe8cf" />
    <stop offset="1" stop-color="#f6e3b4" /></linearGradient>
    <linearGradient id="glade" x1="0" y1="0" x2="0" y2="1">
    <stop offset="0" stop-color="#b9ca86" />
    <stop offset="1" stop-color="#8fae62" /></linearGradient>
    <linearGradient id="brook" x1="0" y1="0" x2="0" y2="1">
    <stop offset="0" stop-color="#a9d4da" />
    <stop offset=".5" stop-color="#6fb0c2" />
    <stop offset="1" stop-color="#3f829f" /></linearGradient>
    <linearGradient id="logs" x1="0" y1="0" x2="1" y2="1">
    <stop offset="0" stop-color="#bb8a54" />
    <stop offset="1" stop-color="#7a5230" /></linearGradient>
  </defs>
  <rect width="480" height="220" fill="url(#dawn)" />
  <circle cx="96" cy="50" r="24" fill="#fff6d6" /><circle cx="96" cy="50" r="42" fill="#fff6d6" opacity=".35" />
  <path d="M0 92c50-26 96-30 150-14s92-26 160-24 96 22 170 6v80H0z" fill="#8fb08c" opacity=".75" />
  <path d="M0 108c80-20 150-12 236-14s160-20 244-4v130H0z" fill="url(#glade)" />
  <path d="M276 93c-12 8-38 16-34 28s62 16 54 34-110 22-150 72h264c6-46-18-64-58-80s-66-18-60-28 0-20-16-26z"
    fill="url(#brook)" stroke="#e3d2a2" stroke-width="4" stroke-linejoin="round" />
  <g fill="none" stroke="#f3fbf8" stroke-width="2.5" stroke-linecap="round" opacity=".85">
  <path d="M268 106l4 4 4-4M262 128l7 6 7-6M304 152l8 6 8-6M246 176l10 7 10-7M312 184l11 8 11-8M212 202l11 8 11-8
      M290 206l12 8 12-8M350 204l11 8 11-8" />
  </g>
  <g>
  <path d="M410 128v-30M446 136v-36M424 118V94" stroke="#6e4c2e" stroke-width="7" stroke-linecap="round" />
  <g fill="#48763a">
  <circle cx="410" cy="78" r="24" />
  <circle cx="446" cy="82" r="28" />
  <circle cx="428" cy="62" r="22" /></g>
  <g fill="#5f9148">
  <circle cx="404" cy="72" r="16" />
  <circle cx="441" cy="74" r="18" />
  <circle cx="424" cy="56" r="14" /></g>
  <g fill="#8bb662">
  <circle cx="398" cy="66" r="7" />
  <circle cx="434" cy="66" r="8" />
  <circle cx="419" cy="50" r="6" /></g></g>
  <g>
  <path d="M30 148v-26M66 140v-20" stroke="#6e4c2e" stroke-width="6" stroke-linecap="round" />
  <g fill="#48763a">
  <circle cx="30" cy="104" r="21" />
  <circle cx="66" cy="106" r="17" /></g>
  <g fill="#6fa052">
  <circle cx="25" cy="98" r="12" />
  <circle cx="62" cy="101" r="9" /></g></g>
  <g>
  <path d="M98 170c-2-10-2-14 0-22 8 3 20 3 28 0 2 8 2 12 4 22-10 6-22 6-32 0z" fill="#6e4c2e" />
  <ellipse cx="112" cy="148" rx="14" ry="6" fill="#e8cf9c" />
  <ellipse cx="112" cy="148" rx="7" ry="3" fill="none" stroke="#a97c4a" stroke-width="1.5" />
  <path d="M136 168l10-3M90 176l-9 1M140 174l7 3" stroke="#e8cf9c" stroke-width="4" stroke-linecap="round" /></g>
  <g>
  <ellipse cx="352" cy="172" rx="54" ry="10" fill="#2b2420" opacity=".22" />
  <path d="M300 170c2-44 26-66 52-66s50 22 52 66c-30 8-74 8-104 0z"
    fill="url(#logs)" stroke="#4a2f1c" stroke-width="3" />
  <g fill="none" stroke-width="5" stroke-linecap="round">
  <path d="M310 156c26 6 60 6 86 0M318 130c22 6 48 6 68 0" stroke="#6a4628" />
  <path d="M312 143c24 6 56 6 80 0M326 118c16 5 36 5 52 0" stroke="#c9a06a" />
  <path d="M302 162l-14-10M400 150l16-8M376 112l10-12" stroke="#7a5230" /></g>
  <path d="M338 173v-14c0-20 28-20 28 0v14z" fill="#2a1a10" />
  <path d="M346 106V62" stroke="#3a2a1c" stroke-width="4" stroke-linecap="round" />
  <circle cx="362" cy="72" r="14" fill="#ef8a17" stroke="#fffaf0" stroke-width="3" /></g>
  <g transform="translate(196 150)">
  <ellipse cx="0" cy="34" rx="44" ry="9" fill="#2b2420" opacity=".25" />
  <path d="M-26 20c-20 0-34 8-38 18 14 6 34 4 44-6z" fill="#4a3320" />
  <path d="M-28 6c0-20 14-30 30-30s30 10 30 32c0 18-12 28-30 28s-30-12-30-30z" fill="#8a5a34" />
  <path d="M-10 12c0-12 6-18 14-18s14 8 14 18-6 18-14 18-14-8-14-18z" fill="#b98a5c" />
    <circle cx="-19" cy="-42" r="8" fill="#8a5a34" />
    <circle cx="25" cy="-42" r="8" fill="#8a5a34" />
    <ellipse cx="3" cy="-28" rx="24" ry="21" fill="#96663b" />
    <ellipse cx="3" cy="-18" rx="15" ry="10" fill="#d8b183" />
    <ellipse cx="3" cy="-24" rx="7" ry="4.5" fill="#2a1a10" />
    <path d="M-2-14h4.6v9h-4.6zM3.4-14H8v9H3.4z" fill="#fffdf4" />
    <circle cx="-7" cy="-33" r="3.6" fill="#2a1a10" />
    <circle cx="13" cy="-33" r="3.6" fill="#2a1a10" />
    <circle cx="-6" cy="-34" r="1.2" fill="#fff" />
    <circle cx="14" cy="-34" r="1.2" fill="#fff" />
    <path d="M-19-45c2-20 42-20 44 0z" fill="#f5c52b" stroke="#3a2a1c" stroke-width="2" />
    <path d="M-25-44h56" stroke="#f5c52b" stroke-width="7" stroke-linecap="round" />
    <path d="M-44 6l96-8" stroke="#7a5230" stroke-width="11" stroke-linecap="round" />
    <circle cx="-45" cy="6" r="5" fill="#e8cf9c" />
    <path d="M38-2l10-12" stroke="#7a5230" stroke-width="4" stroke-linecap="round" />
    <path d="M48-14c0-10 8-12 14-10-2 8-6 12-14 10z" fill="#6fa052" />
    <path d="M-22 6l10 2M20 4l10-3" stroke="#5e3d22" stroke-width="8" stroke-linecap="round" /></g>
  <g stroke-linecap="round">
  <g stroke="#5c7d3a" stroke-width="3.5" fill="none">
  <path d="M424 222c0-18 2-34 4-50M438 222c0-16 6-28 14-40M410 222c-2-14-4-22-10-30" /></g>
  <g stroke="#6b4226" stroke-width="8">
  <path d="M428 168v-13M454 177l4-10M398 187l-4-9" /></g></g>`;

const PICTURES: Record<string, SVGTemplateResult> = { bones, magpie, harmonictook, hunter, stumped };

/** The picture of a game. Decoration: the title is beside it. */
export function vignette(game: string): TemplateResult {
  return html`<div class="vignette">
    <svg viewBox="0 0 480 220" preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false">
      ${PICTURES[game] ?? table}
    </svg>
  </div>`;
}
