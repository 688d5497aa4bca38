/** Styles of the viewer's board and of the rivals. */
import { css } from "lit";

export const homeStyles = css`
  .home {
    position: relative;
    display: grid;
    gap: 8px 14px;
    padding: 10px 12px;
    border: 1px solid var(--line);
    border-top: 4px solid var(--hue);
    border-radius: 14px;
    background: var(--paper);
    box-shadow: var(--shadow);
  }
  .wide .home {
    grid-template-columns: 88px minmax(176px, 1fr) 210px minmax(292px, 1.2fr) minmax(200px, 1.6fr) 132px;
  }
  @container board (max-width: 1210px) {
    .wide .home {
      gap: 8px 10px;
      grid-template-columns: 72px 146px 210px 262px minmax(150px, 1fr) 112px;
    }
  }
  @container board (max-width: 1035px) {
    .wide .home {
      grid-template-columns: 72px minmax(146px, 1fr) 210px 262px;
    }
    .wide .powers {
      grid-column: 1 / 4;
    }
  }
  .home h3 {
    display: flex;
    align-items: center;
    gap: 8px;
    margin-bottom: 4px;
  }
  .who {
    align-content: start;
    gap: 2px;
  }
  .who p {
    display: grid;
  }
  .who .name {
    font-family: var(--serif);
    font-size: 1rem;
  }
  .weapon-art {
    width: 56px;
    height: 56px;
  }
  .points {
    display: inline-flex !important;
    align-items: center;
    gap: 4px;
    color: var(--gold);
    white-space: nowrap;
  }
  .narrow .points .soft {
    display: none;
  }
  .points b {
    font: 800 1.5rem / 1 var(--sans);
    color: var(--ink);
  }
  .meters {
    display: grid;
    align-content: start;
    gap: 5px;
  }
  .meter {
    display: grid;
    grid-template-columns: 18px 48px 44px minmax(0, 1fr);
    align-items: center;
    gap: 0 6px;
  }
  .meter .bar {
    min-width: 0;
  }
  .meter.money .icon {
    color: var(--money);
  }
  .meter.exp .icon {
    color: var(--exp);
  }
  .meter.hp .icon {
    color: var(--hp);
  }
  .meter.ep .icon {
    color: var(--ep);
  }
  .meter .raise {
    grid-column: 2 / -1;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 10px;
    font-size: 0.75rem;
    line-height: 1.2;
  }
  .miles {
    display: flex;
    flex-wrap: wrap;
    gap: 0 8px;
    color: var(--soft);
  }
  .mile {
    white-space: nowrap;
  }
  .mile i {
    display: inline-block;
    width: 10px;
    height: 10px;
    margin-inline-end: 3px;
    border: 1.5px solid currentColor;
    border-radius: 2px;
  }
  .mile.done i {
    background: currentColor;
  }
  .mile small {
    color: var(--gold);
    margin-inline-start: 2px;
  }
  .mile.done {
    color: var(--go);
    font-weight: 700;
  }
  .dicerow {
    display: grid;
    grid-template-columns: 18px 58px 28px minmax(0, 1fr);
    align-items: center;
    gap: 2px 6px;
    min-height: 29px;
  }
  .dicerow .act,
  .dicerow .full {
    justify-self: start;
    white-space: nowrap;
  }
  .hits {
    display: flex;
    gap: 4px;
    margin-top: 6px;
  }
  .hits span {
    display: grid;
    justify-items: center;
    font-size: 0.75rem;
  }
  .hits .die {
    width: 18px;
    height: 18px;
  }
  .hits .miss {
    opacity: 0.6;
  }
  .hits .hit b {
    color: var(--stop);
  }
  .bag h3 .bar {
    flex: 1;
  }
  .load {
    font: 600 0.8125rem var(--sans);
    white-space: nowrap;
  }
  .things {
    display: grid;
    grid-template-columns: repeat(4, minmax(0, 1fr));
    gap: 4px;
  }
  .thing {
    gap: 2px 5px;
    min-width: 0;
    font-size: 0.75rem;
  }
  .thing .art {
    width: 24px;
    height: 24px;
    flex: none;
  }
  .thing .label {
    display: none;
  }
  .thing.useful {
    grid-column: 1 / -1;
    flex-wrap: nowrap;
  }
  .thing.useful .count {
    min-width: 1.2em;
  }
  .thing .count {
    font-size: 0.9375rem;
  }
  .thing.none {
    color: var(--soft);
  }
  .thing.none .art {
    opacity: 0.45;
  }
  .uses {
    display: flex;
    flex-wrap: wrap;
    gap: 3px;
  }
  .track {
    flex: 1;
    display: grid;
    grid-template-columns: repeat(7, 1fr);
    gap: 3px;
  }
  .track li {
    height: 18px;
    border: 1px solid var(--edge);
    border-radius: 5px;
    text-align: center;
    font: 700 0.6875rem / 16px var(--sans);
    color: var(--soft);
  }
  .track .gate {
    border-width: 2px;
    line-height: 14px;
    border-color: var(--gold);
  }
  .track .passed {
    background: color-mix(in srgb, var(--gold) 28%, transparent);
    color: var(--ink);
  }
  .track .here {
    background: var(--gold);
    color: var(--on-gold);
  }
  .texts {
    display: grid;
    gap: 3px;
    font-size: 0.75rem;
    line-height: 1.25;
  }
  .texts li {
    display: grid;
    grid-template-columns: 20px minmax(0, 1fr);
  }
  .texts span {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 3;
    overflow: hidden;
  }
  .texts b {
    color: var(--gold);
  }
  .texts .off {
    color: var(--soft);
  }
  .texts .off b {
    color: var(--soft);
  }
  .texts .on {
    font-weight: 500;
  }
  .ladder ol {
    display: grid;
    gap: 1px;
    font-size: 0.75rem;
    line-height: 1.3;
  }
  .ladder li {
    display: grid;
    grid-template-columns: 14px minmax(0, 1fr) auto;
    gap: 4px;
    padding: 0 4px;
    border-radius: 4px;
    color: var(--soft);
  }
  .ladder .paid {
    background: color-mix(in srgb, var(--go) 16%, transparent);
    color: var(--ink);
  }
  .marks {
    display: inline-flex;
    gap: 3px;
    align-items: center;
  }
  .marks .reward {
    width: 10px;
    height: 10px;
    border-radius: 50%;
    background: var(--hue);
  }
  .marks .fame {
    color: var(--gold);
    font-style: normal;
    line-height: 1;
  }
  .pets {
    display: flex;
    align-items: center;
    gap: 8px;
    margin-top: 5px;
  }
  .pets h3 {
    margin: 0;
  }
  .pets ul {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 10px;
  }
  .pets li {
    display: flex;
    align-items: center;
    gap: 4px;
    font-size: 0.75rem;
  }
  .pets .art {
    width: 28px;
    height: 28px;
  }
  .pets p {
    font-size: 0.75rem;
  }
  .flash {
    border-radius: 8px;
    box-shadow: 0 0 0 3px var(--gold);
  }

  .rival {
    position: relative;
    flex: none;
    border: 1px solid var(--line);
    border-left: 5px solid var(--hue);
    border-radius: 12px;
    background: var(--paper);
    padding: 4px 10px 5px;
  }
  .rival.acting {
    box-shadow: 0 0 0 3px color-mix(in srgb, var(--gold) 60%, transparent);
  }
  .headline {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto auto;
    align-items: center;
    gap: 0 8px;
    width: 100%;
    min-height: 34px;
  }
  .headline .weapon-art {
    grid-row: 1 / 3;
    width: 34px;
    height: 34px;
  }
  .headline .name {
    display: flex;
    gap: 5px;
    align-items: center;
    min-width: 0;
    overflow: hidden;
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  .headline .kind {
    grid-column: 2;
    font-size: 0.75rem;
    line-height: 1.1;
  }
  .headline .light {
    grid-column: 3;
    grid-row: 1 / 3;
  }
  .headline .points {
    grid-column: 4;
    grid-row: 1 / 3;
  }
  .headline .points b {
    font-size: 1.25rem;
  }
  .facts {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 1px 6px;
    margin-top: 2px;
    font-size: 0.75rem;
  }
  .fact {
    display: inline-flex;
    align-items: center;
    gap: 2px;
    white-space: nowrap;
  }
  .fact .icon {
    width: 1em;
    height: 1em;
  }
  .fact.money .icon {
    color: var(--money);
  }
  .fact.exp .icon {
    color: var(--exp);
  }
  .fact.hp .icon {
    color: var(--hp);
  }
  .fact.ep .icon {
    color: var(--ep);
  }
  .more {
    display: grid;
    gap: 5px;
    margin-top: 4px;
    padding-top: 4px;
    border-top: 1px solid var(--line);
  }
  .held {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 8px;
  }
  .held span {
    display: inline-flex;
    align-items: center;
    gap: 2px;
  }
  .held .art {
    width: 20px;
    height: 20px;
  }

  .more .ladder ol {
    grid-template-columns: repeat(2, 1fr);
    grid-auto-flow: column;
    grid-template-rows: repeat(3, auto);
  }
  .more h3 {
    margin-bottom: 3px;
  }
  .more .texts {
    gap: 1px;
  }
  .more .texts span {
    -webkit-line-clamp: 2;
  }
  .narrow .home {
    grid-template-columns: 84px minmax(0, 1fr);
  }
  .narrow .home > :not(.who, .meters, .got) {
    grid-column: 1 / -1;
  }
  .narrow .things {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }
  .narrow .thing .label {
    display: inline;
  }
  .narrow .thing.useful {
    flex-wrap: wrap;
  }
  .narrow .texts span {
    -webkit-line-clamp: none;
  }
  .narrow .others {
    order: 8;
  }
  .narrow .ladder ol {
    grid-template-columns: repeat(2, 1fr);
  }
`;
