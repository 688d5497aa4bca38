/** Styles of the seven places, the square between them, and the tokens. */
import { css } from "lit";

export const cityStyles = css`
  .city {
    position: relative;
    min-height: 0;
    padding: 10px;
    border-radius: 16px;
    overflow: hidden;
    color: #fff6e6;
    background:
      radial-gradient(ellipse 60% 50% at 38% 52%, #d9855a66, #0000),
      linear-gradient(100deg, #3b2c58 0%, #6d4363 45%, #3a2b4c 72%, #14251f 86%, #0c1a16 100%);
    box-shadow:
      inset 0 0 0 1px #0006,
      var(--shadow);
  }
  .ring {
    display: grid;
    height: 100%;
    gap: 8px;
    grid-template: "work-site bar station forest" minmax(
        0,
        1fr
      ) "square square square forest" 76px "plaza dojo hospital forest" minmax(0, 1fr) / minmax(0, 1fr) minmax(
        0,
        1fr
      ) minmax(0, 1fr) minmax(0, 0.95fr);
  }
  .tile {
    position: relative;
    display: block;
    min-width: 0;
    min-height: 0;
    width: 100%;
    border-radius: 12px;
    overflow: hidden;
    background: var(--dusk);
    box-shadow:
      0 0 0 2px #1b1430,
      0 4px 10px #0006;
    isolation: isolate;
    transition:
      box-shadow 150ms,
      transform 150ms;
  }
  .at-work-site {
    grid-area: work-site;
  }
  .at-bar {
    grid-area: bar;
  }
  .at-station {
    grid-area: station;
  }
  .at-hospital {
    grid-area: hospital;
  }
  .at-dojo {
    grid-area: dojo;
  }
  .at-plaza {
    grid-area: plaza;
  }
  .at-forest {
    grid-area: forest;
  }
  .tile .scenery {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    object-fit: cover;
    z-index: -1;
  }
  .tile::after {
    content: "";
    position: absolute;
    inset: auto 0 0;
    height: 62%;
    z-index: -1;
    background: linear-gradient(#0000, #120c22d9 75%);
  }
  .tile .plate {
    position: absolute;
    left: 10px;
    right: 8px;
    bottom: 7px;
    display: flex;
    align-items: baseline;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 8px;
    text-shadow: 0 1px 3px #000;
  }
  .tile .name {
    font: 700 1.125rem / 1.15 var(--serif);
    color: #fffaf0;
  }
  .tile .reward {
    font-weight: 700;
    color: var(--lamp);
    white-space: nowrap;
  }
  .tile .number {
    position: absolute;
    right: 7px;
    top: 7px;
    background: #1b1430cc;
    color: #fff6e6;
    opacity: 1;
    border-color: #8a7aa5;
  }
  .tile .crowd {
    position: absolute;
    left: 8px;
    right: 34px;
    top: 7px;
    display: flex;
    flex-wrap: wrap;
    gap: 3px;
    align-items: center;
  }
  .tile .token {
    width: clamp(34px, 3.4cqi, 46px);
    height: clamp(34px, 3.4cqi, 46px);
    filter: drop-shadow(0 2px 3px #000a);
  }
  .tile .count {
    padding: 0 7px;
    border-radius: 999px;
    background: #1b1430d9;
    font-size: 0.75rem;
    font-weight: 600;
  }
  .tile .placed {
    animation: reveal 420ms cubic-bezier(0.3, 1.4, 0.5, 1);
  }
  @keyframes reveal {
    from {
      opacity: 0;
      transform: rotateY(90deg) translateY(-18px) scale(1.3);
    }
  }
  .tile .fighter {
    outline: 3px solid var(--lamp);
    border-radius: 50%;
  }
  .tile .own {
    display: inline-flex;
    border-radius: 12px;
    padding: 1px;
    touch-action: none;
  }
  .tile .own[data-token] {
    cursor: grab;
    background: #fff6e640;
    box-shadow: 0 0 0 2px var(--lamp);
  }
  .tile .sealed {
    background: repeating-linear-gradient(45deg, #fff6e633 0 4px, #0000 4px 8px);
    box-shadow: 0 0 0 2px #fff6e6aa;
  }
  .tile .facedown {
    opacity: 0.75;
  }
  .tile.chosen {
    box-shadow:
      0 0 0 3px var(--lamp),
      0 4px 10px #0006;
  }
  .choosing .tile.can {
    cursor: pointer;
  }
  .choosing .tile.can:hover,
  .tile.under {
    box-shadow:
      0 0 0 4px var(--lamp),
      0 6px 16px #0008;
    transform: translateY(-2px);
  }
  .choosing .tile[aria-disabled] .scenery,
  .tile.blocked .scenery {
    filter: grayscale(0.85) brightness(0.6);
  }
  .tile .barred {
    position: absolute;
    left: 8px;
    right: 8px;
    bottom: 34px;
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
    font-size: 0.75rem;
    line-height: 1.2;
    color: #ffe3d4;
    text-shadow:
      0 1px 3px #000,
      0 0 6px #000;
  }
  .tile .coach {
    position: absolute;
    left: 50%;
    top: 42%;
    translate: -50% -50%;
    padding: 2px 10px;
    border-radius: 999px;
    background: var(--lamp);
    color: #2b1d12;
    font-size: 0.75rem;
    font-weight: 700;
    white-space: nowrap;
  }
  .wide .dock.square .coach {
    flex: 0 1 auto;
  }
  .dock .coach {
    flex: 1 1 100%;
    color: var(--gold);
    font-size: 0.8125rem;
  }
  .tile:focus-visible {
    outline: 3px solid #fffdf8;
    outline-offset: -4px;
    box-shadow: 0 0 0 4px var(--info);
  }
  .tile.flash {
    box-shadow:
      0 0 0 4px var(--lamp),
      0 0 26px var(--lamp);
  }

  .dock {
    gap: 8px 12px;
    padding: 8px 12px;
    border: 1px solid var(--line);
    border-radius: 14px;
    background: var(--paper);
    box-shadow: var(--shadow);
  }
  .wide .dock.square {
    align-self: center;
    justify-self: start;
    z-index: 2;
    height: 70px;
    padding-block: 0;
    width: calc((100% - 44px) * 0.7595 + 16px);
    margin-left: 10px;
    flex-wrap: nowrap;
    overflow: hidden;
  }
  .wide .dock.foot {
    align-self: end;
    justify-self: center;
    z-index: 6;
    margin: 12px;
    justify-content: center;
    min-height: 54px;
    min-width: 320px;
  }
  .wide:not(.staged) .dock.foot {
    align-self: center;
    justify-self: start;
    width: calc((100% - 44px) * 0.7595 + 16px);
    margin: 0 0 0 10px;
  }
  .dock .status {
    flex: 0 1 auto;
    font-size: 1rem;
  }
  .dock .status .token {
    width: 26px;
    height: 26px;
    vertical-align: -7px;
  }
  .picks {
    flex: none;
    display: flex;
    gap: 8px;
  }
  .pick {
    min-height: 52px;
    padding: 3px 10px 3px 4px;
    border: 2px solid var(--line);
    border-radius: 12px;
    background: var(--panel);
    touch-action: none;
    cursor: grab;
  }
  .pick .token {
    width: 44px;
    height: 44px;
  }
  .pick .words {
    display: grid;
    line-height: 1.2;
    text-align: start;
    min-width: 88px;
    white-space: nowrap;
  }
  .wide .dock .lights {
    display: none;
  }
  .wide .lastly {
    margin-inline-start: auto;
  }
  .pick.held {
    border-color: var(--act);
    box-shadow: 0 0 0 3px var(--glow);
  }
  .pick.placed:not(.held) {
    border-color: var(--go);
  }
  .send {
    flex: none;
    min-height: 46px;
    white-space: nowrap;
  }
  .lights {
    display: flex;
    gap: 8px;
    margin-inline-start: auto;
  }
  .light {
    display: inline-flex;
    align-items: center;
    gap: 4px;
  }
  .light i {
    width: 11px;
    height: 11px;
    border-radius: 50%;
    background: #d8382c;
    box-shadow:
      0 0 0 2px var(--panel),
      0 0 0 3px var(--edge),
      0 0 8px #d8382c88;
  }
  .light.ready i {
    background: #3aa651;
    border-radius: 3px;
    box-shadow:
      0 0 0 2px var(--panel),
      0 0 0 3px var(--edge),
      0 0 8px #3aa65188;
  }
  .lastly {
    display: inline-flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: center;
    gap: 0 8px;
    flex: 0 1 auto;
    min-width: 0;
    max-width: 230px;
    max-height: 58px;
    overflow: hidden;
    min-height: 36px;
    padding: 2px 10px;
    border: 1px dashed var(--edge);
    border-radius: 10px;
    font-size: 0.8125rem;
  }
  .lastly .chip {
    display: inline-flex;
    align-items: center;
    gap: 3px;
  }
  .lastly:hover {
    background: var(--sunk);
  }

  .narrow .ring {
    height: auto;
    grid-template: "work-site bar" 112px "plaza station" 112px "dojo hospital" 112px "forest forest" 96px / minmax(
        0,
        1fr
      ) minmax(0, 1fr);
  }
  .narrow .dock {
    margin-inline: -8px;
    border-radius: 14px 14px 0 0;
    margin-bottom: -8px;
  }
  .narrow .picks {
    flex: 1 1 100%;
    min-width: 0;
  }
  .narrow .pick {
    flex: 1 1 0;
    min-width: 0;
  }
  .narrow .pick kbd {
    display: none;
  }
  .narrow .pick .words {
    min-width: 0;
    overflow: hidden;
  }
  .narrow .send {
    flex: 1 1 40%;
  }
  .narrow .lights {
    margin: 0;
  }
  @container board (max-width: 1100px) {
    .wide .pick kbd {
      display: none;
    }
  }
`;
