export {
  ProofPage as default,
  proofMetadata as generateMetadata,
} from '../../../../../features/giveaways/page/proof.tsx';
