// Requests the rounding that every shader needs, on devices where it can be requested.
#extension GL_EXT_spirv_intrinsics : enable

#ifdef SCREE_FLOAT_CONTROLS
// RoundingModeRTE and SignedZeroInfNanPreserve for float32, of SPV_KHR_float_controls.
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4467], 4462, 32);
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4466], 4461, 32);
#endif
