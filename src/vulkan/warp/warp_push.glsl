    // The members of scree_gpu_warp_pass, behind the constants of samples and of points.
    uint tables;
    uint table_words;
    uint components;
    uint displacement_stride;
    uint displacement[2];
