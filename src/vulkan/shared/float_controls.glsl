// Requests the rounding that every shader needs: RoundingModeRTE and SignedZeroInfNanPreserve for float32, of
// SPV_KHR_float_controls. Where a device cannot be asked, pipelines.c takes the request out.
#extension GL_EXT_spirv_intrinsics : enable

spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4467], 4462, 32);
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4466], 4461, 32);
